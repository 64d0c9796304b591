// Every page and where it is. Pages of a feature live in its folder; who may open them is in access.ts.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('pages.tsx', [
    index('../features/publics/home.page.tsx'),
    route('wallet', '../features/funds/wallet.page.tsx'),
    route('earnings', '../features/funds/earnings.page.tsx'),
    route('posts', '../features/posts/posts.page.tsx'),
    route(':username', '../features/profiles/profile.page.tsx'),
    route('*', 'not-found.page.tsx'),
  ]),
  route('account/preferences', 'preferences.page.ts'),
] satisfies RouteConfig;

// Every page and where it is. Pages of a feature live in its folder; who may open them is in access.ts.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('pages.tsx', [
    index('../features/publics/home.page.tsx'),
    route('wallet', '../features/funds/wallet.page.tsx'),
    route('earnings', '../features/funds/earnings.page.tsx'),
    route('posts', '../features/posts/posts.page.tsx'),
    route('account/forgot', '../features/auth/links/forgot.page.tsx'),
    route('account/reset', '../features/auth/links/reset.page.tsx'),
    route('account/remove', '../features/auth/links/remove.page.tsx'),
    route('account/confirm', '../features/auth/links/confirm.page.tsx'),
    route('settings/edit-profile', '../features/profiles/edit/edit-profile.page.tsx'),
    route('settings/change-password', '../features/auth/settings/password.page.tsx'),
    route('settings/security', '../features/auth/settings/security.page.tsx'),
    route('settings/sessions', '../features/auth/settings/sessions.page.tsx'),
    route('account/request', '../features/account/request/request.page.tsx'),
    route('account/terms', '../features/account/legal/legal.page.tsx', { id: 'account-terms' }),
    route('account/privacy', '../features/account/legal/legal.page.tsx', { id: 'account-privacy' }),
    route('account/cookies', '../features/account/legal/legal.page.tsx', { id: 'account-cookies' }),
    route('account/contract', '../features/account/legal/legal.page.tsx', { id: 'account-contract' }),
    route('help', '../features/help/help.page.tsx'),
    route('dsb/help', '../features/dsb/help.page.tsx'),
    route('account/age', '../features/account/age/age.page.tsx'),
    route('dsb/age', '../features/dsb/age.page.tsx'),
    route('dsb/producer/:token?', '../features/dsb/producer.page.tsx'),
    route(':username', '../features/profiles/profile.page.tsx'),
    route('*', 'errors/not-found.page.tsx'),
  ]),
  route('account/preferences', 'preferences.page.ts'),
] satisfies RouteConfig;

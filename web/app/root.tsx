// The document, the session, and everything that is around the pages.
import '../ui/theme/tokens.css';
import '../ui/theme/fonts.css';
import '../ui/theme/base.css';
import {
  HydrationBoundary,
  type DehydratedState,
  QueryClientProvider,
} from '@tanstack/react-query';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useNavigate,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root';
import { earningsQuery, walletQuery } from '../features/funds/index.ts';
import { repeatEarlyInput, repeatLostPresses } from '../client/early-input.ts';
import { ErrorPage } from './errors/ErrorPage.tsx';
import { Frame } from './layout/Frame.tsx';
import { installNavigation, installPages } from '../client/navigation.ts';
import { passPressesThrough } from '../client/page-transition.ts';
import { installSales } from '../client/sales.ts';
import { PostCollections } from '../features/collections/index.ts';
import { PostSlots } from '../features/posts/index.ts';
import { pageExists } from './access.ts';
import { SALES } from './sales.ts';
import { loadPage } from '../client/page-data.ts';
import { DEFAULT_PREFERENCES } from '../client/preferences.ts';
import { queryClient } from '../client/query-client.ts';
import { requestScope } from '../client/request-scope.server.ts';
import {
  leaveToOtherAccount,
  rememberUser,
  type Session,
  storeReferral,
} from '../client/session/session.ts';
import { lazyOptionalPart, loadOptionalPart } from '../client/load-part.ts';
import { Comments } from '../features/comments/index.ts';

installPages(pageExists);
installSales(SALES);

const POST_SLOTS = { Comments, Collections: PostCollections };
const ThirdParties = lazyOptionalPart(() => import('./third-parties/ThirdParties.tsx'));

// The font of titles is not preloaded: it would take bandwidth from the style sheet and the first
// pictures, and its fallback has the same metrics.
export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export const loader = async () => {
  const { host, preferences, user: find } = requestScope();
  const user = await find();
  // What the header shows: without them a dash would stand there until scripts run.
  const { queries } = await loadPage({
    optional: user ? [walletQuery(), ...(user.profile.producer ? [earningsQuery()] : [])] : [],
  });
  return {
    user,
    preferences,
    publicUrl: host.publicUrl,
    age: host.age,
    site: host.site,
    identities: host.identities,
    hooks: host.hooks,
    queries,
  } satisfies Session & { queries: DehydratedState | null };
};

/**
 * The session changes by logging in and out, which load the page again; a stored choice changes it
 * in place, and so does a component that asks for it in place (useRevalidator) after changing what
 * the header shows.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction, currentUrl, nextUrl }) =>
  formAction ? formAction.startsWith('/account/preferences') : currentUrl.href === nextUrl.href;

export function Layout({ children }: { children: ReactNode }) {
  const session = useRouteLoaderData('root') as Session | undefined;
  const { locale, theme } = session?.preferences ?? DEFAULT_PREFERENCES;
  return (
    <html lang={locale} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* A keyboard makes the page smaller: sheets end above it and can be scrolled. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" content={theme === 'light' ? '#fbf8fc' : '#100c14'} />
        {/* The label by which filters know pages for adults. */}
        <meta name="rating" content="RTA-5042-1996-1400-1577-RTA" />
        <script async src="/early.js" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** What the loaders of all pages on screen gave for the cache. */
const useDehydrated = (): DehydratedState => {
  const matches = useMatches();
  return useMemo(
    () => ({
      mutations: [],
      queries: matches.flatMap(
        ({ loaderData }) =>
          (loaderData as { queries?: DehydratedState | null } | undefined)?.queries?.queries ?? [],
      ),
    }),
    [matches],
  );
};

export default function App({
  loaderData: { user, age, hooks, preferences },
}: Route.ComponentProps) {
  const [client] = useState(queryClient);
  const dehydrated = useDehydrated();
  const navigate = useNavigate();

  useEffect(() => installNavigation(navigate), [navigate]);
  useEffect(() => rememberUser(user), [user]);
  useEffect(() => {
    // A tab that comes back, also from the browser's cache of pages.
    const look = () => void (document.hidden || leaveToOtherAccount());
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, []);
  const loaded = useRef({ proven: age.proven, member: user !== null });
  useEffect(() => {
    // Media that was loaded before the age gate was passed is blurred, and the document would keep
    // it; a visitor's document, logged in by another tab, lets no bank be reached (pages-policy).
    // By its address: a reload would count as one for a missing piece (load-part).
    if ((age.proven && !loaded.current.proven) || (user && !loaded.current.member))
      window.location.replace(window.location.pathname + window.location.search);
  }, [age.proven, user]);
  useEffect(() => {
    storeReferral();
    // Tests and screenshots wait for this: the page answers to presses from here on.
    document.documentElement.dataset['ready'] = '';
    repeatEarlyInput(document);
    return repeatLostPresses();
  }, []);
  useEffect(passPressesThrough, []);
  useEffect(() => {
    if (!user) return;
    const connecting = loadOptionalPart(() => import('./realtime/socket.ts')).then((part) =>
      part?.connectSocket(client),
    );
    return () => void connecting.then((disconnect) => disconnect?.());
  }, [user, client]);

  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={dehydrated}>
        <Frame>
          <PostSlots value={POST_SLOTS}>
            <Outlet />
          </PostSlots>
        </Frame>
        {hooks && preferences.cookies === 'all' && (
          <Suspense>
            <ThirdParties hooks={hooks} />
          </Suspense>
        )}
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

export const ErrorBoundary = ErrorPage;

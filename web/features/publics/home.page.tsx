// `/`: the stage door for visitors, the feed of members, and `/?explore` to look for people.
import { lazy, Suspense } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { describePage } from '../../shell/meta.ts';
import { loadPage } from '../../shell/page-data.ts';
import { requestScope } from '../../shell/request-scope.server.ts';
import { currentUser, isAwaitingApproval, useSession } from '../../shell/session/session.ts';
import { timelineQuery } from '../posts/queries.ts';
import { exploreQuery, onlineQuery } from '../profiles/queries.ts';
import { Landing } from './Landing.tsx';
import { featuredQuery } from './queries.ts';

// Not what a visitor's first page brings.
const RequestStatus = lazy(() => import('../account/request/RequestStatus.tsx'));
const Explore = lazy(() => import('./Explore.tsx'));
const Feed = lazy(() => import('../posts/feed/Feed.tsx'));

type View = { show: 'explore'; search: string } | { show: 'feed'; discovering: boolean } | { show: 'landing' };

const viewOf = (url: URL, signedIn: boolean): View => {
  const search = url.searchParams.get('explore');
  if (search !== null) return { show: 'explore', search: search.trim().slice(0, 60) };
  return signedIn ? { show: 'feed', discovering: url.searchParams.get('feed') === 'discover' } : { show: 'landing' };
};

const load = (view: View) => {
  if (view.show === 'explore') return loadPage({ optional: [exploreQuery(view.search)] });
  return loadPage({ optional: view.show === 'feed' ? [timelineQuery(view.discovering)] : [onlineQuery(), featuredQuery()] });
};

export const loader = async ({ url }: LoaderFunctionArgs) => {
  const view = viewOf(url, (await requestScope().user()) !== null);
  return { view, queries: (await load(view)).queries };
};

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  const view = viewOf(url, currentUser() !== null);
  await load(view);
  return { view, queries: null };
};

export const meta: MetaFunction = ({ matches }) => describePage({ title: m.home_page_title(), description: m.home_page_description(), path: '/' }, matches);

export default function HomePage() {
  const { view } = useLoaderData<typeof loader>();
  const { user } = useSession();
  if (view.show === 'landing') return <Landing />;
  return (
    <Suspense>
      {isAwaitingApproval(user) && <RequestStatus link />}
      {view.show === 'explore' ? <Explore search={view.search} /> : <Feed discovering={view.discovering} />}
    </Suspense>
  );
}

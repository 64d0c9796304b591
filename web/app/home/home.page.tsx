// `/`: the landing page for visitors, the feed for members, and Explore with `/?explore`.
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router';
import { m } from '../../paraglide/messages.js';
import type { PageHandle } from '../late-hydration.ts';
import { describePage } from '../../client/meta.ts';
import { loadPage } from '../../client/page-data.ts';
import { requestScope } from '../../client/request-scope.server.ts';
import { currentUser, isRestricted, useSession } from '../../client/session/session.ts';
import { featuredQuery, Feed, SearchBox, timelineQuery } from '../../features/posts/index.ts';
import {
  Explore,
  type ExploreFilter,
  exploreFilterOf,
  exploreQuery,
  newcomersQuery,
  onlineQuery,
  recommendedQuery,
  searchedName,
  Suggestions,
} from '../../features/profiles/index.ts';
import { Landing } from './Landing.tsx';
import { FirstSteps } from '../../features/studio/index.ts';
import { OnAirRail } from '../../features/lives/index.ts';
import { RequestStatus } from '../../features/verifications/index.ts';
import { LatePart } from '../../client/LatePart.tsx';

type View =
  | { show: 'explore'; filter: ExploreFilter }
  | { show: 'feed'; discovering: boolean }
  | { show: 'landing' };

const viewOf = (url: URL, signedIn: boolean): View => {
  const filter = exploreFilterOf(url);
  // Visitors have neither followed nor recently viewed profiles.
  if (filter) return { show: 'explore', filter: signedIn ? filter : { ...filter, from: 'all' } };
  return signedIn
    ? { show: 'feed', discovering: url.searchParams.get('feed') === 'discover' }
    : { show: 'landing' };
};

/** Links of before lead to the search that has taken the place of Explore's. */
const leadToSearch = (url: URL): void => {
  const name = searchedName(url);
  if (name !== null) throw redirect(`/search?${new URLSearchParams({ q: name })}`);
};

const load = (view: View) => {
  if (view.show === 'explore')
    return loadPage({ optional: [exploreQuery(view.filter), newcomersQuery()] });
  if (view.show === 'landing') return loadPage({ optional: [onlineQuery(), featuredQuery()] });
  const timeline = timelineQuery(view.discovering);
  return loadPage({
    optional: [timeline],
    // Suggestions stand under an empty feed from the start, so that nothing moves when they come.
    next: (client) =>
      !view.discovering && client.getQueryData(timeline.queryKey)?.pages[0]?.data.length === 0
        ? [recommendedQuery(), newcomersQuery()]
        : [],
  });
};

export const loader = async ({ url }: LoaderFunctionArgs) => {
  leadToSearch(url);
  const view = viewOf(url, (await requestScope().user()) !== null);
  return { view, queries: (await load(view)).queries };
};

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  leadToSearch(url);
  const view = viewOf(url, currentUser() !== null);
  await load(view);
  return { view, queries: null };
};

export const handle: PageHandle = { hydrate: 'on-intent' };

export const meta: MetaFunction = ({ matches }) =>
  describePage(
    { title: m.home_page_title(), description: m.home_page_description(), path: '/' },
    matches,
  );

export default function HomePage() {
  const { view } = useLoaderData<typeof loader>();
  const { user } = useSession();
  if (view.show === 'landing') return <Landing />;
  return (
    <LatePart>
      {isRestricted(user) && <RequestStatus link />}
      {user?.profile.producer && view.show === 'feed' && <FirstSteps />}
      <OnAirRail />
      {view.show === 'explore' ? (
        <Explore filter={view.filter} search={<SearchBox />} />
      ) : (
        <Feed
          discovering={view.discovering}
          suggestions={
            <LatePart name="suggestions">
              <Suggestions />
            </LatePart>
          }
        />
      )}
    </LatePart>
  );
}

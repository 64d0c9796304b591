// `/`: the stage door for visitors, and `/?explore` to look for people.
import { lazy, Suspense } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { describePage } from '../../shell/meta.ts';
import { loadPage } from '../../shell/page-data.ts';
import { useSession } from '../../shell/session/session.ts';
import { exploreQuery, onlineQuery } from '../profiles/queries.ts';
import { Landing } from './Landing.tsx';
import { featuredQuery } from './queries.ts';

const Explore = lazy(() => import('./Explore.tsx'));

/** The text searched for; null when the page is not exploring. */
const searchOf = (url: URL): string | null => url.searchParams.get('explore')?.trim().slice(0, 60) ?? null;

const load = (url: URL) => {
  const search = searchOf(url);
  return loadPage({ optional: search === null ? [onlineQuery(), featuredQuery()] : [exploreQuery(search)] });
};

export const loader = async ({ url }: LoaderFunctionArgs) => ({ search: searchOf(url), queries: (await load(url)).queries });

export const clientLoader = async ({ url }: ClientLoaderFunctionArgs) => {
  await load(url);
  return { search: searchOf(url), queries: null };
};

export const meta: MetaFunction = ({ matches }) => describePage({ title: m.home_page_title(), description: m.home_page_description(), path: '/' }, matches);

export default function HomePage() {
  const { search } = useLoaderData<typeof loader>();
  const { user } = useSession();
  if (search === null) return <Landing signedIn={user !== null} />;
  return (
    <Suspense>
      <Explore search={search} />
    </Suspense>
  );
}

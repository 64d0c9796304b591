// /search and /tags/{tag}: people, tags and public posts in one place, for visitors too.
import { POST_SEARCH_MAX } from '@camarim/contract/limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { describePage } from '../../../client/meta.ts';
import { loadPage } from '../../../client/page-data.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import {
  NO_FILTER,
  type ExploreFilter,
  exploreQuery,
  ProfileGrid,
  ProfileRow,
  ProfileTile,
} from '../../profiles/index.ts';
import { PostList } from '../feed/PostList.tsx';
import publish from '../publish/publish.module.css';
import { postSearchQuery, suggestionsQuery } from './queries.ts';
import { rememberSearch, useRecentSearches } from './recent.ts';
import styles from './search.module.css';
import SearchBox from './SearchBox.tsx';

type Args = Pick<LoaderFunctionArgs, 'params'> & { request: Request };
const TABS = ['all', 'people', 'posts'] as const;
type SearchState = { tag: string | null; q: string; tab: (typeof TABS)[number] };

const ROW_TILES = 12;
const START_TAGS = 8;
/** The suggestions of what was searched for are its tags. */
const SUGGESTED_MIN = 2;

const searchIn = ({ params, request }: Args): SearchState => {
  const tag = params['tag'] ?? null;
  const { searchParams } = new URL(request.url);
  const words = searchParams.get('q') ?? '';
  return {
    tag,
    q: (tag === null ? words : `#${tag}`).trim().slice(0, POST_SEARCH_MAX),
    tab: TABS.find((tab) => tab === searchParams.get('tab')) ?? 'all',
  };
};

/** The people of a search: by name, or by what they publish. */
const peopleOf = (q: string): ExploreFilter =>
  q.startsWith('#')
    ? { ...NO_FILTER, tag: q.slice(1) || null }
    : { ...NO_FILTER, search: q.slice(0, 60) };

const load = async (args: Args) => {
  const sought = searchIn(args);
  const { q, tab } = sought;
  const { queries } = await loadPage({
    optional:
      q === ''
        ? [exploreQuery(NO_FILTER, ROW_TILES)]
        : [
            ...(tab === 'posts'
              ? []
              : [exploreQuery(peopleOf(q), tab === 'all' ? ROW_TILES : undefined)]),
            ...(tab === 'people' ? [] : [postSearchQuery(q)]),
            ...(tab === 'all' && q.length >= SUGGESTED_MIN ? [suggestionsQuery(q)] : []),
          ],
  });
  return { ...sought, queries };
};

export const loader = (args: LoaderFunctionArgs) => load(args);
export const clientLoader = (args: Args) => load(args);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const tag = loaderData?.tag ?? null;
  const title = tag === null ? m.search_title() : m.search_tag_title({ tag });
  const path = tag === null ? '/search' : `/tags/${encodeURIComponent(tag)}`;
  const head = describePage(
    { title: `${title} · Camarim`, description: m.search_description(), path },
    matches,
  );
  // Tag pages may be indexed, results of a free search may not.
  return loaderData?.q && tag === null ? [...head, { name: 'robots', content: 'noindex' }] : head;
};

export default function SearchPage() {
  const { q, tag, tab } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (q !== '' && tag === null) rememberSearch(q);
  }, [q, tag]);
  const address = (shown: string) =>
    `${tag === null ? '/search' : `/tags/${encodeURIComponent(tag)}`}?${new URLSearchParams({
      ...(tag === null && { q }),
      ...(shown !== 'all' && { tab: shown }),
    })}`;
  return (
    <section className={publish.page}>
      <h1 className={publish.title}>
        {tag === null ? m.search_title() : m.search_tag_title({ tag })}
      </h1>
      <div className={styles.field}>
        <SearchBox key={q} value={q} autoFocus={q === ''} />
      </div>
      {q === '' ? (
        <Start />
      ) : (
        <>
          <Tabs
            label={m.search_tabs()}
            current={tab}
            tabs={[
              { key: 'all', to: address('all'), text: m.search_tab_all() },
              { key: 'people', to: address('people'), text: m.search_people() },
              { key: 'posts', to: address('posts'), text: m.search_posts() },
            ]}
          />
          <div className={styles.found}>
            {tab === 'all' && <People key={`people ${q}`} q={q} all={address('people')} />}
            {tab === 'all' && <Tags q={q} />}
            {tab === 'people' && (
              <ProfileGrid
                filter={peopleOf(q)}
                empty={<EmptyState icon={<SearchX aria-hidden />} title={m.search_no_people()} />}
              />
            )}
            {tab !== 'people' && <Posts key={q} q={q} />}
          </div>
        </>
      )}
    </section>
  );
}

/** Before anything is searched for: the last searches, and whom and what one finds here. */
const Start = () => {
  const recent = useRecentSearches();
  const { data } = useInfiniteQuery(exploreQuery(NO_FILTER, ROW_TILES));
  const people = data?.pages[0]?.data ?? [];
  const tags = mostUsed(people.flatMap((profile) => profile.tags)).slice(0, START_TAGS);
  return (
    <>
      <p className={styles.start}>{m.search_start()}</p>
      {recent.length > 0 && (
        <nav aria-label={m.search_recent_title()}>
          <h2 className={styles.heading}>{m.search_recent_title()}</h2>
          <div className={styles.tags}>
            {recent.map((text) => (
              <Link
                key={text}
                to={`/search?${new URLSearchParams({ q: text })}`}
                className={styles.tag}
              >
                {text}
              </Link>
            ))}
          </div>
        </nav>
      )}
      {tags.length > 0 && (
        <>
          <h2 className={styles.heading}>{m.search_tags_popular()}</h2>
          <TagLinks tags={tags} label={m.search_tags_popular()} />
        </>
      )}
      {people.length > 0 && (
        <ProfileRow title={m.search_people()} all="/?explore">
          {people.map((profile) => (
            <li key={profile.id}>
              <ProfileTile profile={profile} />
            </li>
          ))}
        </ProfileRow>
      )}
    </>
  );
};

/** Each once, those that most have first. */
const mostUsed = (tags: readonly string[]): string[] =>
  [...Map.groupBy(tags, (tag) => tag)]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([tag]) => tag);

const People = ({ q, all }: { q: string; all: string }) => {
  const { data } = useInfiniteQuery(exploreQuery(peopleOf(q), ROW_TILES));
  const people = data?.pages[0]?.data ?? [];
  if (people.length === 0) return null;
  return (
    <ProfileRow
      title={q.startsWith('#') ? m.search_tag_people({ tag: q.slice(1) }) : m.search_people()}
      all={data?.pages[0]?.cursor ? all : null}
    >
      {people.map((profile) => (
        <li key={profile.id}>
          <ProfileTile profile={profile} />
        </li>
      ))}
    </ProfileRow>
  );
};

const Tags = ({ q }: { q: string }) => {
  const { data } = useQuery({ ...suggestionsQuery(q), enabled: q.length >= SUGGESTED_MIN });
  const tags = data?.tags.filter((tag) => `#${tag}` !== q) ?? [];
  if (tags.length === 0) return null;
  return <TagLinks tags={tags} label={m.search_tags()} />;
};

const TagLinks = ({ tags, label }: { tags: readonly string[]; label: string }) => (
  <nav aria-label={label} className={styles.tags}>
    {tags.map((tag) => (
      <Link key={tag} to={`/tags/${encodeURIComponent(tag)}`} className={styles.tag}>
        #{tag}
      </Link>
    ))}
  </nav>
);

const Posts = ({ q }: { q: string }) => {
  const found = useInfiniteQuery(postSearchQuery(q));
  const label = m.search_results({ query: q });
  if (found.error instanceof ApiError && found.error.code === 'age.proofRequired') {
    return (
      <EmptyState
        icon={<Search aria-hidden />}
        title={found.error.message}
        action={
          <ButtonLink variant="main" to="/account/age">
            {m.post_age_to_see()}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <h2 className={styles.heading}>{m.search_posts()}</h2>
      <PostList
        id={`search-${q}`}
        label={label}
        query={found}
        empty={
          <EmptyState icon={<SearchX aria-hidden />} title={m.search_none({ query: q })}>
            {m.search_none_text()}
          </EmptyState>
        }
      />
    </>
  );
};

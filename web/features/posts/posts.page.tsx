// /posts: a producer's composer and their posts; `view=list`: the posts alone, as a table of work.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Archive, CalendarClock, Images, Plus } from 'lucide-react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { NEW_POST_PATH } from '../../client/navigation.ts';
import { loadPage } from '../../client/page-data.ts';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { OwnPosts, stateOf } from './own/OwnPosts.tsx';
import { PostList } from './feed/PostList.tsx';
import { savedPostsQuery } from './saved/queries.ts';
import { Composer } from './publish/Composer.tsx';
import styles from './publish/publish.module.css';
import { ownProfileQuery } from '../../client/session/own-profile.ts';
import { myPostsQuery } from './queries.ts';

type List = 'mine' | 'unpublished' | 'archiveds';

const listOf = (tab: string | null): List =>
  tab === 'waiting' ? 'unpublished' : tab === 'archived' ? 'archiveds' : 'mine';
const load = ({ request }: { request: Request }) => {
  const { searchParams } = new URL(request.url);
  const list = listOf(searchParams.get('tab'));
  const shown =
    searchParams.get('view') === 'list'
      ? myPostsQuery(stateOf(searchParams.get('state')))
      : list === 'mine'
        ? myPostsQuery()
        : savedPostsQuery(list);
  return loadPage({
    optional: [ownProfileQuery(), shown],
  });
};

export const loader = async (args: LoaderFunctionArgs) => ({ queries: (await load(args)).queries });
export const clientLoader = async (args: { request: Request }) => {
  await load(args);
  return null;
};

export const meta = () => [
  { title: `${m.publish_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function PostsPage() {
  const [params] = useSearchParams();
  const compact = params.get('view') === 'list';
  // A new key resets the composer after publishing.
  const [composer, setComposer] = useState(0);
  if (compact)
    return (
      <section className={styles.page}>
        <div className={styles.head}>
          <h1 className={styles.title}>{m.publish_mine()}</h1>
          <ButtonLink variant="main" small to={NEW_POST_PATH}>
            <Plus aria-hidden />
            {m.publish_title()}
          </ButtonLink>
        </div>
        <Views current="list" />
        <div className={styles.below}>
          <OwnPosts state={stateOf(params.get('state'))} />
        </div>
      </section>
    );
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.publish_title()}</h1>
      <Composer key={composer} onPublished={() => setComposer(composer + 1)} />
      <div className={styles.views}>
        <h2>{m.publish_mine()}</h2>
        <Views current="feed" />
      </div>
      <Whole list={listOf(params.get('tab'))} />
    </section>
  );
}

const Views = ({ current }: { current: 'feed' | 'list' }) => (
  <Tabs
    label={m.own_views()}
    current={current}
    tabs={[
      { key: 'feed', to: '/posts', text: m.own_view_feed() },
      { key: 'list', to: '/posts?view=list', text: m.own_view_list() },
    ]}
  />
);

const Whole = ({ list }: { list: List }) => (
  <>
    <Tabs
      label={m.publish_mine()}
      current={list}
      tabs={[
        { key: 'mine', to: '/posts', text: m.studio_tab_all() },
        { key: 'unpublished', to: '/posts?tab=waiting', text: m.studio_tab_waiting() },
        { key: 'archiveds', to: '/posts?tab=archived', text: m.studio_tab_archived() },
      ]}
    />
    <div className={styles.below}>
      {list === 'mine' ? <Mine /> : <Aside key={list} list={list} />}
    </div>
  </>
);

const Mine = () => (
  <PostList
    id="mine"
    label={m.publish_mine()}
    query={useInfiniteQuery(myPostsQuery())}
    empty={
      <EmptyState icon={<Images aria-hidden />} title={m.publish_mine_empty_title()}>
        {m.publish_mine_empty_text()}
      </EmptyState>
    }
  />
);

const Aside = ({ list }: { list: 'unpublished' | 'archiveds' }) => {
  const archived = list === 'archiveds';
  return (
    <PostList
      id={list}
      label={archived ? m.studio_tab_archived() : m.studio_tab_waiting()}
      query={useInfiniteQuery(savedPostsQuery(list))}
      order="given"
      empty={
        <EmptyState
          icon={archived ? <Archive aria-hidden /> : <CalendarClock aria-hidden />}
          title={archived ? m.studio_archived_empty() : m.studio_waiting_empty()}
        />
      }
    />
  );
};

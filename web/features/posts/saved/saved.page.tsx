// /posts/saved: posts that a person saved or liked, latest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bookmark, Heart } from 'lucide-react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { PostList } from '../feed/PostList.tsx';
import styles from './saved.module.css';
import { savedPostsQuery } from './queries.ts';

const listOf = (tab: string | null): 'saveds' | 'likeds' => (tab === 'liked' ? 'likeds' : 'saveds');
const load = ({ request }: { request: Request }) =>
  loadPage({ optional: [savedPostsQuery(listOf(new URL(request.url).searchParams.get('tab')))] });

export const loader = async (args: LoaderFunctionArgs) => ({ queries: (await load(args)).queries });
export const clientLoader = async (args: { request: Request }) => {
  await load(args);
  return null;
};

export const meta = () => [
  { title: `${m.saved_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function SavedPage() {
  const [params] = useSearchParams();
  const list = listOf(params.get('tab'));
  const posts = useInfiniteQuery(savedPostsQuery(list));
  const saved = list === 'saveds';
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.saved_title()}</h1>
      <Tabs
        label={m.saved_title()}
        current={list}
        tabs={[
          { key: 'saveds', to: '/posts/saved', text: m.saved_posts() },
          { key: 'likeds', to: '/posts/saved?tab=liked', text: m.saved_liked() },
        ]}
      />
      <PostList
        key={list}
        id={list}
        label={saved ? m.saved_posts() : m.saved_liked()}
        query={posts}
        order="given"
        empty={
          <EmptyState
            icon={saved ? <Bookmark aria-hidden /> : <Heart aria-hidden />}
            title={saved ? m.saved_posts_empty() : m.saved_liked_empty()}
            action={
              <ButtonLink variant="line" small to="/?explore">
                {m.explore()}
              </ButtonLink>
            }
          >
            {saved ? m.saved_posts_empty_text() : m.saved_liked_empty_text()}
          </EmptyState>
        }
      />
    </section>
  );
}

// /posts: where a producer publishes, and what they have published.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../shell/page-data.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PostList } from './feed/PostList.tsx';
import { Composer } from './publish/Composer.tsx';
import styles from './publish/publish.module.css';
import { myPostsQuery } from './queries.ts';

const load = () => loadPage({ optional: [myPostsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [{ title: `${m.publish_title()} · Camarim` }, { name: 'robots', content: 'noindex' }];

export default function PostsPage() {
  const mine = useInfiniteQuery(myPostsQuery());
  // A published composer makes room for an empty one.
  const [composer, setComposer] = useState(0);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.publish_title()}</h1>
      <Composer key={composer} onPublished={() => setComposer(composer + 1)} />
      <h2 className={styles.subtitle}>{m.publish_mine()}</h2>
      <PostList
        id="mine"
        label={m.publish_mine()}
        query={mine}
        empty={
          <EmptyState icon={<Images aria-hidden />} title={m.publish_mine_empty_title()}>
            {m.publish_mine_empty_text()}
          </EmptyState>
        }
      />
    </section>
  );
}

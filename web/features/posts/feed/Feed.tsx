// A member's home page: posts of followed producers, or of others.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Compass, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { timelineQuery } from '../queries.ts';
import styles from './Feed.module.css';
import { PostList } from './PostList.tsx';

type Props = {
  discovering: boolean;
  /** Whom to follow, where the feed of followed producers is empty. */
  suggestions?: ReactNode;
};

const Feed = ({ discovering, suggestions }: Props) => {
  const timeline = useInfiniteQuery(timelineQuery(discovering));
  return (
    <section className={styles.feed} aria-label={m.feed_title()}>
      <h1 className="visually-hidden">{m.feed_title()}</h1>
      <Tabs
        label={m.feed_title()}
        current={discovering ? 'discover' : 'following'}
        tabs={[
          { key: 'following', to: '/', text: m.feed_following() },
          { key: 'discover', to: '/?feed=discover', text: m.feed_discover() },
        ]}
      />
      <PostList
        key={String(discovering)}
        id={discovering ? 'discover' : 'following'}
        label={discovering ? m.feed_discover() : m.feed_following()}
        query={timeline}
        empty={
          discovering ? (
            <EmptyState icon={<Compass aria-hidden />} title={m.feed_discover_empty()} />
          ) : (
            <>
              <EmptyState
                icon={<Sparkles aria-hidden />}
                title={m.feed_empty_title()}
                action={
                  <ButtonLink to="/?explore" variant="main">
                    {m.feed_empty_action()}
                  </ButtonLink>
                }
              >
                {m.feed_empty_text()}
              </EmptyState>
              {suggestions}
            </>
          )
        }
      />
    </section>
  );
};

export default Feed;

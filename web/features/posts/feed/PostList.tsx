// An infinite list of posts with its loading, empty, error and end states.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { VirtualList } from '../../../ui/lists/VirtualList.tsx';
import { PostCard } from '../card/PostCard.tsx';
import type { Post, PostPage } from '../post-cache.ts';
import styles from './PostList.module.css';

type Props = {
  /** Identifies the list across visits, for its scroll position. */
  id: string;
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<Pick<PostPage, 'data'>>>;
  empty: ReactNode;
  /** Ids that are shown above the list and omitted here. */
  except?: string | null;
  /** `given`: in the server's order, by date saved or with a pinned post first. */
  order?: 'newest' | 'given';
  /** Whether the picture of the first post makes the first impression of the page. */
  priority?: boolean;
};

/** Estimated height of a post; rendered ones are measured. */
const ESTIMATE_PX = 780;

/** Unique by id, newest first (specification section 4): pages may overlap after a new post. */
const inOrder = (
  pages: readonly Pick<PostPage, 'data'>[],
  except: string | null,
  order: 'newest' | 'given',
): Post[] => {
  const byId = new Map(pages.flatMap((page) => page.data).map((post) => [post.id, post]));
  if (except) byId.delete(except as Post['id']);
  return order === 'given'
    ? [...byId.values()]
    : [...byId.values()].sort((one, other) => other.startWhen.localeCompare(one.startWhen));
};

export const PostList = ({
  id,
  label,
  query,
  empty,
  except = null,
  order = 'newest',
  priority = true,
}: Props) => {
  const {
    data,
    isPending,
    isError,
    isFetching,
    refetch,
    fetchNextPage,
    hasNextPage,
    isFetchingNextPage,
  } = query;
  const posts = useMemo(() => inOrder(data?.pages ?? [], except, order), [data, except, order]);
  const onEndNear = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (isPending) return <Bones />;
  if (isError && posts.length === 0)
    return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (posts.length === 0) return empty;
  return (
    <>
      <VirtualList
        id={id}
        label={label}
        items={posts}
        keyOf={(post) => post.id}
        render={(post, index) => <PostCard post={post} priority={priority && index === 0} />}
        estimatePx={ESTIMATE_PX}
        hasMore={hasNextPage}
        loadingMore={isFetchingNextPage}
        onEndNear={onEndNear}
      />
      <p className={styles.end} aria-live="polite">
        {isFetchingNextPage ? m.feed_more() : !hasNextPage && m.feed_end()}
      </p>
    </>
  );
};

const Bones = () => (
  <div className={styles.bones} aria-hidden>
    {[1, 2].map((shape) => (
      <div key={shape} className={styles.bone}>
        <div className={styles.boneHead}>
          <Skeleton shape="circle" />
          <Skeleton shape="short" />
        </div>
        <Skeleton shape="picture" />
      </div>
    ))}
  </div>
);

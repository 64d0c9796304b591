// An endless list of posts with the shapes, the emptiness, the failure and the end that lists have.
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
  /** Names the list across visits, for its scroll position. */
  id: string;
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<Pick<PostPage, 'data'>>>;
  empty: ReactNode;
  /** Shown above already, so left out here. */
  except?: string | null;
  /** `given`: as the server ordered them, by when they were kept or with a pinned one first. */
  order?: 'newest' | 'given';
};

/** Height of a usual post; the real ones are measured. */
const ESTIMATE_PX = 780;

/**
 * Unique by id, newest first (specification section 4): a page may overlap another after a post
 * came in.
 */
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

export const PostList = ({ id, label, query, empty, except = null, order = 'newest' }: Props) => {
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
    return <ErrorState onRetry={() => void refetch()} busy={isFetching} />;
  if (posts.length === 0) return empty;
  return (
    <>
      <VirtualList
        id={id}
        label={label}
        items={posts}
        keyOf={(post) => post.id}
        render={(post, index) => <PostCard post={post} priority={index === 0} />}
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

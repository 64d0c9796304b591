// Comments of a post in the chosen order, with a form. New comments arrive over the socket.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import { askToJoin } from '../../client/navigation.ts';
import { useTopic } from '../../client/realtime/use-topic.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import type { Post } from '../posts/index.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import styles from './comments.module.css';
import { commentsKey } from './keys.ts';
import { type CommentsOrder, commentsQuery, FIRST_ORDER } from './queries.ts';

const ORDERS: readonly { value: CommentsOrder; text: () => string }[] = [
  { value: 'created_at:desc', text: m.comment_newest },
  { value: 'created_at:asc', text: m.comment_oldest },
  { value: 'total_likes:desc', text: m.comment_most_liked },
];

const Comments = ({ post }: { post: Post }) => {
  if (!post.enableComments) return <p className={styles.notice}>{m.comment_off()}</p>;
  if (post.locked) return <p className={styles.notice}>{m.comment_locked()}</p>;
  return <Thread post={post} />;
};

const Thread = ({ post }: { post: Post }) => {
  const { user } = useSession();
  const [order, setOrder] = useState<CommentsOrder>(FIRST_ORDER);
  const thread = useInfiniteQuery(commentsQuery(post.id, order));
  const comments = thread.data?.pages.flatMap((page) => page.data) ?? [];
  // The post's total counts all comments; the list omits those hidden from the viewer.
  const total = thread.data?.pages.at(-1)?.total ?? post.totalComments;
  useTopic('post', post.id, { keys: [commentsKey(post.id)] });
  return (
    <section className={styles.thread} aria-label={m.post_comments()}>
      {user ? (
        <CommentForm postId={post.id} />
      ) : (
        <Button small onClick={() => askToJoin('comment', `comment:${post.id}`)}>
          {m.comment_join()}
        </Button>
      )}
      {(total > 1 || comments.length > 1) && (
        <div className={styles.head}>
          <p className={styles.total} aria-live="polite">
            {m.comment_total({ count: formatCount(total) })}
          </p>
          <div className={styles.orders} role="group" aria-label={m.comment_order()}>
            {ORDERS.map(({ value, text }) => (
              <button
                key={value}
                type="button"
                className={styles.order}
                aria-pressed={value === order}
                onClick={() => setOrder(value)}
              >
                {text()}
              </button>
            ))}
          </div>
        </div>
      )}
      {thread.isPending && <Skeleton />}
      {thread.isError && (
        <ErrorState onRetry={() => void thread.refetch()} loading={thread.isFetching} />
      )}
      {thread.isSuccess && comments.length === 0 && (
        <p className={styles.notice}>{m.comment_empty()}</p>
      )}
      <ul className={styles.list} aria-live="polite">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
      <LoadMore query={thread} text={m.comment_more()} small variant="text" />
    </section>
  );
};

export default Comments;

// What people say under a post, newest first, and room to say something.
import { useInfiniteQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../shell/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import type { Post } from '../posts/post-cache.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import styles from './comments.module.css';
import { commentsQuery } from './queries.ts';

const Comments = ({ post }: { post: Post }) => {
  if (!post.enableComments) return <p className={styles.notice}>{m.comment_off()}</p>;
  if (post.locked) return <p className={styles.notice}>{m.comment_locked()}</p>;
  return <Thread post={post} />;
};

const Thread = ({ post }: { post: Post }) => {
  const { user } = useSession();
  const thread = useInfiniteQuery(commentsQuery(post.id));
  const comments = thread.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={styles.thread} aria-label={m.post_comments()}>
      {user && <CommentForm postId={post.id} />}
      {thread.isPending && <Skeleton />}
      {thread.isError && <ErrorState onRetry={() => void thread.refetch()} busy={thread.isFetching} />}
      {thread.isSuccess && comments.length === 0 && <p className={styles.notice}>{m.comment_empty()}</p>}
      <ul className={styles.list} aria-live="polite">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
      {thread.hasNextPage && (
        <Button look="text" small busy={thread.isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
          {m.comment_more()}
        </Button>
      )}
    </section>
  );
};

export default Comments;

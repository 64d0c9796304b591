// One comment with its actions (like, reply, report, delete) and its replies.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Heart, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { askToJoin } from '../../client/navigation.ts';
import { useSession } from '../../client/session/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { shorten } from '../../ui/display/shorten.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { CommentForm } from './CommentForm.tsx';
import styles from './comments.module.css';
import { type Comment, repliesQuery, useLikeComment } from './queries.ts';
import { useDelayedDelete } from './use-delayed-delete.ts';

/** Where "read more" begins. Source: specification section 9. */
const SHORT = 100;

export const CommentItem = ({ comment }: { comment: Comment }) => {
  const { user } = useSession();
  const [answering, setAnswering] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { commentFrom: author, totalReplies: total } = comment;
  const deletion = useDelayedDelete(comment);
  const close = () => {
    setAnswering(false);
    opener.current?.focus();
  };
  if (deletion.waiting) return <Leaving onUndo={deletion.undo} />;
  return (
    <li className={styles.item}>
      {author ? (
        <Avatar
          name={author.exibitionName}
          src={author.profileMediaThumbs?.mdThumb ?? author.profileImage}
          size="tiny"
        />
      ) : (
        <span className={styles.placeholder} />
      )}
      <div className={styles.body}>
        {author ? (
          <CommentText text={comment.text} author={author} />
        ) : (
          <p className={styles.gone}>{m.comment_gone()}</p>
        )}
        <div className={styles.acts}>
          <TimeAgo at={comment.createdAt} />
          {author && (
            <button
              ref={opener}
              type="button"
              className={styles.act}
              aria-expanded={user ? answering : undefined}
              aria-label={m.comment_answer_to({ name: author.exibitionName })}
              onClick={
                user
                  ? () => setAnswering(!answering)
                  : () => askToJoin('comment', `comment:${comment.postId}`)
              }
            >
              {m.comment_answer()}
            </button>
          )}
          {author && author.id !== user?.profile.id && (
            <button
              type="button"
              className={styles.act}
              aria-label={m.report_comment_of({ name: author.exibitionName })}
              onClick={() =>
                openDialog('report', { targetKind: 'comment', targetId: comment.id, author })
              }
            >
              {m.report_title()}
            </button>
          )}
          {total > 0 && (
            <button
              type="button"
              className={styles.act}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {open
                ? m.comment_replies_hide()
                : total === 1
                  ? m.comment_replies_one()
                  : m.comment_replies({ count: total })}
            </button>
          )}
        </div>
      </div>
      {author && <CommentActions comment={comment} onDelete={deletion.begin} />}
      {answering && author && (
        <div className={styles.below}>
          <CommentForm
            postId={comment.postId}
            answer={{
              to: comment.id,
              name: author.exibitionName,
              opening: comment.parentId === null ? '' : `@${author.domainName} `,
            }}
            onSent={() => {
              setOpen(true);
              close();
            }}
            onCancel={close}
          />
        </div>
      )}
      {open && total > 0 && (
        <div className={styles.below}>
          <Replies comment={comment} />
        </div>
      )}
    </li>
  );
};

const CommentText = ({
  text,
  author,
}: {
  text: string;
  author: NonNullable<Comment['commentFrom']>;
}) => {
  const [whole, setWhole] = useState(false);
  const long = text.length > SHORT;
  return (
    <p className={styles.text}>
      <Link to={`/${author.domainName}`} className={styles.author}>
        {author.exibitionName}
      </Link>{' '}
      {whole ? text : shorten(text, SHORT)}{' '}
      {long && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? m.post_read_less() : m.post_read_more()}
        </button>
      )}
    </p>
  );
};

/** In the place of a comment that is about to be deleted. */
const Leaving = ({ onUndo }: { onUndo: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <li className={styles.leaving}>
      <span role="status">{m.comment_deleted()}</span>
      <Button ref={button} variant="text" small onClick={onUndo}>
        {m.comment_undo()}
      </Button>
    </li>
  );
};

const CommentActions = ({ comment, onDelete }: { comment: Comment; onDelete: () => void }) => {
  const { user } = useSession();
  const { toggle, pending } = useLikeComment(comment);
  return (
    <div className={styles.side}>
      <button
        type="button"
        className={classNames(styles.small, comment.liked && styles.liked)}
        aria-pressed={comment.liked}
        aria-disabled={pending || undefined}
        onClick={user ? toggle : () => askToJoin('like', `comment:${comment.postId}`)}
      >
        <Heart aria-hidden />
        {comment.totalLikes > 0 && <span>{comment.totalLikes}</span>}
        <span className="visually-hidden">{m.comment_like()}</span>
      </button>
      {comment.deletable && (
        <button
          type="button"
          className={styles.small}
          aria-label={m.comment_delete()}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </button>
      )}
    </div>
  );
};

/** Oldest first. */
const Replies = ({ comment }: { comment: Comment }) => {
  const {
    data,
    isPending,
    isError,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(repliesQuery(comment));
  return (
    <>
      {isPending && <Skeleton />}
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={styles.replies} aria-label={m.comment_replies_list()}>
        {data?.pages
          .flatMap((page) => page.data)
          .map((reply) => (
            <CommentItem key={reply.id} comment={reply} />
          ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="text"
          small
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {m.comment_replies_more()}
        </Button>
      )}
    </>
  );
};

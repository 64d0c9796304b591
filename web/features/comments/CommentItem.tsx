// One comment: who said it, what, and liking or deleting it.
import { Heart, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { askToLogIn } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import styles from './comments.module.css';
import { type Comment, useDeleteComment, useLikeComment } from './queries.ts';

/** Where "read more" begins. Source: specification section 9. */
const SHORT = 100;

export const CommentItem = ({ comment }: { comment: Comment }) => {
  const { user } = useSession();
  const [whole, setWhole] = useState(false);
  const like = useLikeComment(comment);
  const remove = useDeleteComment(comment.postId);
  const { commentFrom: author, text } = comment;
  const long = text.length > SHORT;
  return (
    <li className={styles.item}>
      <Avatar name={author.exibitionName} src={author.profileMediaThumbs?.mdThumb ?? author.profileImage} size="tiny" />
      <div className={styles.body}>
        <p className={styles.text}>
          <Link to={`/${author.domainName}`} className={styles.author}>
            {author.exibitionName}
          </Link>{' '}
          {whole || !long ? text : `${text.slice(0, SHORT).trimEnd()}… `}
          {long && (
            <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? m.post_read_less() : m.post_read_more()}
            </button>
          )}
        </p>
        <p className={styles.when}>
          <TimeAgo at={comment.createdAt} />
        </p>
      </div>
      <button
        type="button"
        className={classNames(styles.small, comment.liked && styles.liked)}
        aria-pressed={comment.liked}
        onClick={user ? like : askToLogIn}
      >
        <Heart aria-hidden />
        {comment.totalLikes > 0 && <span>{comment.totalLikes}</span>}
        <span className="visually-hidden">{m.comment_like()}</span>
      </button>
      {comment.deletable && (
        <button type="button" className={styles.small} aria-label={m.comment_delete()} disabled={remove.isPending} onClick={() => remove.mutate(comment.id)}>
          <Trash2 aria-hidden />
        </button>
      )}
    </li>
  );
};

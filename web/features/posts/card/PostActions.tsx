// The bar under a post: like, comments, tip, save.
import { Bookmark, CircleDollarSign, Heart, MessageSquare } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { askToJoin } from '../../../client/navigation.ts';
import { useSession } from '../../../client/session/session.ts';
import { usePendingAction } from '../../../client/session/pending-action.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import type { Post } from '../post-cache.ts';
import { useLike, useSave } from '../mutations.ts';
import styles from './PostCard.module.css';

export const PostActions = ({
  post,
  talking,
  onTalk,
}: {
  post: Post;
  talking: boolean;
  onTalk: () => void;
}) => {
  const { user } = useSession();
  const like = useLike(post);
  const save = useSave(post);
  const tip = () =>
    openDialog('tip', {
      profileId: post.profileId,
      postId: post.id,
      name: post.profile.exibitionName,
    });
  usePendingAction(post.liked ? null : `like:${post.id}`, like);
  usePendingAction(post.saved ? null : `save:${post.id}`, save);
  usePendingAction(post.tip && !post.mine ? `tip:${post.id}` : null, tip);
  usePendingAction(talking ? null : `comment:${post.id}`, onTalk);
  return (
    <footer className={styles.bar}>
      <button
        type="button"
        className={classNames(styles.action, post.liked && styles.liked)}
        aria-pressed={post.liked}
        onClick={user ? like : () => askToJoin('like', `like:${post.id}`)}
      >
        <Heart aria-hidden />
        <span>{formatCount(Number(post.totalLikes))}</span>
        <span className="visually-hidden">{m.post_like()}</span>
      </button>
      <button
        type="button"
        className={styles.action}
        aria-expanded={talking}
        aria-label={
          post.totalComments === 1
            ? m.post_comments_one()
            : m.post_comments_of({ count: post.totalComments })
        }
        onClick={onTalk}
      >
        <MessageSquare aria-hidden />
        <span>{formatCount(post.totalComments)}</span>
      </button>
      {post.tip && !post.mine && (
        <button
          type="button"
          className={classNames(styles.action, styles.tip)}
          onClick={user ? tip : () => askToJoin('tip', `tip:${post.id}`)}
        >
          <CircleDollarSign aria-hidden />
          <span>{m.post_tip()}</span>
        </button>
      )}
      <button
        type="button"
        className={classNames(styles.action, styles.save, post.saved && styles.saved)}
        aria-pressed={post.saved}
        aria-label={m.post_save()}
        onClick={user ? save : () => askToJoin('save', `save:${post.id}`)}
      >
        <Bookmark aria-hidden />
      </button>
    </footer>
  );
};

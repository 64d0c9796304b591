// One post: author, text, media or lock, and actions.
import { postPath } from '@camarim/contract/post-path';
import { Copy, Ellipsis, Flag, Pin } from 'lucide-react';
import { use, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { useSession } from '../../../client/session/session.ts';
import { ViewerActions } from '../../../client/session/ViewerActions.tsx';
import { Menu, type MenuItem } from '../../../ui/actions/Menu.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { formatCount, formatMoney } from '../../../ui/display/formats.ts';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { MediaCarousel } from '../../media/index.ts';
import type { Post } from '../post-cache.ts';
import { copyPostLink } from './copy-link.ts';
import { LockedPost } from './LockedPost.tsx';
import { PostSlots } from './post-slots.ts';
import { PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';
import { PostText } from './PostText.tsx';
import { useSeen, useWatchedPost } from './use-seen.ts';
import { useRefreshExpiredMedia } from './use-refresh-expired-media.ts';
import { lazyPart } from '../../../client/load-part.ts';
import { LatePart } from '../../../client/LatePart.tsx';

// Visitors, who come first and on slow lines, don't load what owners see.
const OwnerOptions = lazyPart(() => import('./OwnerOptions.tsx'));
const LabelOnPage = lazyPart(() => import('../admin/LabelOnPage.tsx'));
const PostStatus = lazyPart(() => import('./PostStatus.tsx'));

type Props = {
  post: Post;
  priority?: boolean;
  /** On the page of this one post: its text is whole and its comments are open. */
  ownPage?: { onDeleted: () => void };
};

export const PostCard = ({ post, priority = false, ownPage }: Props) => {
  const [talking, setTalking] = useState(ownPage !== undefined);
  const { Comments } = use(PostSlots);
  const seen = useSeen(post);
  return (
    <article
      ref={seen}
      id={`post-${post.id}`}
      className={styles.card}
      aria-label={m.post_of({ name: post.profile.exibitionName })}
    >
      <Head post={post} onDeleted={ownPage?.onDeleted} />
      {post.mine && (
        <LatePart name={`status of ${post.id}`}>
          <PostStatus post={post} />
        </LatePart>
      )}
      <Label post={post} onOwnPage={ownPage !== undefined} />
      {post.text && <PostText text={post.text} whole={ownPage !== undefined} />}
      {post.locked ? (
        <LockedPost post={post} locked={post.locked} />
      ) : (
        post.medias.length > 0 && <Medias post={post} priority={priority} />
      )}
      {post.mine && <OwnersNumbers post={post} />}
      <ViewerActions>
        <PostActions post={post} talking={talking} onTalk={() => setTalking(!talking)} />
      </ViewerActions>
      {talking && Comments && (
        <LatePart name={`comments of ${post.id}`}>
          <Comments post={post} />
        </LatePart>
      )}
    </article>
  );
};

/** The AI label; on the page of the post the team decides about it. */
const Label = ({ post, onOwnPage }: { post: Post; onOwnPage: boolean }) => {
  const { user } = useSession();
  if (onOwnPage && user?.admin && !post.mine)
    return (
      <div className={styles.ai}>
        <LatePart name={`label of ${post.id}`}>
          <LabelOnPage post={post} />
        </LatePart>
      </div>
    );
  return (
    post.ai && (
      <p className={styles.ai}>
        <AiBadge ai={post.ai} plain />
      </p>
    )
  );
};

const Medias = ({ post, priority }: { post: Post; priority: boolean }) => {
  const onStale = useRefreshExpiredMedia(post);
  const onWatched = useWatchedPost(post);
  return (
    <MediaCarousel
      group={{ medias: post.medias, owner: post.profile, onStale, onWatched }}
      priority={priority}
    />
  );
};

/** Numbers that only the owner sees. */
const OwnersNumbers = ({ post: { price, purchases, totalSaves } }: { post: Post }) => {
  const parts = [
    (price !== null || (purchases ?? 0) > 0) &&
      m.post_sales({ count: purchases ?? 0, text: formatCount(purchases ?? 0) }),
    (totalSaves ?? 0) > 0 &&
      m.post_saves({ count: totalSaves ?? 0, text: formatCount(totalSaves ?? 0) }),
  ].filter(Boolean);
  return parts.length > 0 && <p className={styles.counts}>{parts.join(' · ')}</p>;
};

type OptionsProps = { post: Post; onDeleted: (() => void) | undefined };

const Head = ({ post, onDeleted }: OptionsProps) => {
  const { profile } = post;
  return (
    <header className={styles.head}>
      <div className={styles.author}>
        <Avatar
          name={profile.exibitionName}
          src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          size="medium"
          online={profile.online}
        />
        <span className={styles.names}>
          <Link to={`/${profile.domainName}`} viewTransition className={styles.name}>
            {profile.exibitionName}
          </Link>
          <span className={styles.soft}>
            <span className={styles.address}>@{profile.domainName}</span>
            <span className={styles.age}>
              {' · '}
              <Link to={postPath(profile.domainName, post.id)} className={styles.when}>
                <span className="visually-hidden">{m.post_open()}: </span>
                <TimeAgo at={post.startWhen} />
              </Link>
            </span>
          </span>
        </span>
      </div>
      <span className={styles.pills}>
        {post.pinned && (
          <Badge variant="plain">
            <Pin aria-hidden />
            <span className="visually-hidden">{m.studio_is_pinned()}</span>
          </Badge>
        )}
        {!post.public && <Badge variant="plain">{m.post_for_members()}</Badge>}
        {post.price !== null && !post.locked && (
          <Badge variant={post.purchased ? 'leaf' : 'plain'}>
            {post.purchased ? (
              m.post_bought()
            ) : (
              <span>
                <span className={styles.priced}>{m.post_priced()} · </span>
                {formatMoney(post.price)}
              </span>
            )}
          </Badge>
        )}
      </span>
      <ViewerActions>
        <Options post={post} onDeleted={onDeleted} />
      </ViewerActions>
    </header>
  );
};

const Options = ({ post, onDeleted }: OptionsProps) => {
  const copyLink = () => void copyPostLink(post);
  if (post.mine) {
    return (
      <LatePart name={`options of ${post.id}`}>
        <OwnerOptions post={post} onCopyLink={copyLink} onDeleted={onDeleted} />
      </LatePart>
    );
  }
  const items: MenuItem[] = [
    {
      key: 'link',
      text: m.post_copy_link(),
      icon: <Copy aria-hidden />,
      onSelect: copyLink,
    },
    {
      key: 'report',
      text: m.report_title(),
      icon: <Flag aria-hidden />,
      onSelect: () =>
        openDialog('report', {
          targetKind: 'post',
          targetId: post.id,
          author: post.profile,
        }),
    },
  ];
  return <Menu label={m.post_options()} icon={<Ellipsis />} items={items} />;
};

// A featured post: its image, or its blurred preview with the price; links to the post's
// page.
import { Heart, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { postPath } from '@camarim/contract/post-path';
import { formatBrl } from '@camarim/contract/money';
import { m } from '../../../paraglide/messages.js';
import { getLocale } from '../../../paraglide/runtime.js';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import { srcSetOf } from '../../../ui/display/src-set.ts';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { countsText } from '../../media/index.ts';
import type { Post } from '../post-cache.ts';
import styles from './FeaturedCard.module.css';

const Picture = ({ post }: { post: Post }) => {
  const [cover] = post.medias;
  if (post.locked) {
    return (
      <>
        {cover?.preview && (
          <img
            src={cover.preview}
            alt=""
            loading="lazy"
            decoding="async"
            className={styles.preview}
          />
        )}
        <span className={styles.lock}>
          <Lock aria-hidden />
          <span className={styles.unlock}>
            {post.price === null
              ? m.post_members_only({ name: post.profile.exibitionName })
              : m.post_price_unlock({ price: formatBrl(post.price, getLocale()) })}
          </span>
          <span className={styles.counts}>{countsText(post.locked)}</span>
        </span>
      </>
    );
  }
  if (!cover?.mdThumb || !cover.lgThumb) {
    return (
      <div className={styles.words}>
        <span>{post.text}</span>
      </div>
    );
  }
  return (
    <ThumbhashImage
      src={cover.lgThumb}
      srcSet={srcSetOf(cover)}
      sizes="(max-width: 600px) 100vw, (max-width: 900px) 50vw, 450px"
      alt=""
      width={cover.width}
      height={cover.height}
      thumbhash={cover.thumbhash}
      className={styles.picture}
    />
  );
};

export const FeaturedCard = ({ post }: { post: Post }) => {
  const { profile } = post;
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Picture post={post} />
      </div>
      <div className={styles.meta}>
        <Avatar
          name={profile.exibitionName}
          src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          online={profile.online}
        />
        <div className={styles.who}>
          <Link
            to={postPath(profile.domainName, post.id)}
            viewTransition
            className={styles.link}
            aria-label={m.featured_open({ name: profile.exibitionName })}
          >
            {profile.exibitionName}
          </Link>
          <span className={styles.when}>
            <TimeAgo at={post.startWhen} />
          </span>
        </div>
        <span className={styles.likes}>
          <Heart aria-hidden />
          <span aria-hidden>{formatCount(Number(post.totalLikes))}</span>
          <span className="visually-hidden">{m.featured_likes({ count: post.totalLikes })}</span>
        </span>
      </div>
    </article>
  );
};

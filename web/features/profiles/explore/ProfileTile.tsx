// A producer as a tall picture with name, price, counts and tags.
import { Images, Users, Video } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatMoney } from '../../../ui/display/formats.ts';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import { srcSetOf } from '../../../ui/display/src-set.ts';
import type { ProfileTile as Tile } from '../queries.ts';
import styles from './ProfileTile.module.css';

/** `reason`: why the producer is recommended, in words. */
export const ProfileTile = ({ profile, reason }: { profile: Tile; reason?: string }) => {
  const picture = profile.profileMediaThumbs ?? profile.headerMediaThumbs;
  return (
    <Link to={`/${profile.domainName}`} viewTransition className={styles.tile}>
      {picture ? (
        <ThumbhashImage
          src={picture.mdThumb}
          srcSet={srcSetOf(picture)}
          sizes="(max-width: 600px) 45vw, 220px"
          alt=""
          width={picture.width}
          height={picture.height}
          thumbhash={picture.thumbhash}
          className={styles.picture}
        />
      ) : (
        <span aria-hidden className={styles.initial}>
          {profile.exibitionName.slice(0, 1)}
        </span>
      )}
      {profile.live && (
        <Badge variant="air" className={styles.pill}>
          {m.live_now()}
        </Badge>
      )}
      {!profile.live && profile.online && (
        <Badge className={styles.pill}>
          <i aria-hidden className={styles.dot} />
          {m.online()}
        </Badge>
      )}
      <span className={styles.caption}>
        <b>{profile.exibitionName}</b>
        <span>@{profile.domainName}</span>
        <Price profile={profile} />
        <Counts profile={profile} />
        {profile.tags.length > 0 && <span>{profile.tags.map((tag) => `#${tag}`).join(' ')}</span>}
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </span>
    </Link>
  );
};

const Price = ({ profile: { free, plan } }: { profile: Tile }) => {
  if (free) return <span className={styles.price}>{m.tile_free()}</span>;
  if (!plan) return null;
  const monthly = m.tile_monthly({ price: formatMoney(plan.price) });
  if (!plan.promotion) return <span className={styles.price}>{monthly}</span>;
  const { trialDays, price, discountMonths } = plan.promotion;
  return (
    <>
      <span className={styles.price}>
        {trialDays === null
          ? m.tile_promotion({ price: formatMoney(price), months: discountMonths ?? 1 })
          : m.subscribe_trial({ days: trialDays })}
      </span>
      <span>{m.tile_after({ price: monthly })}</span>
    </>
  );
};

const Counts = ({ profile }: { profile: Tile }) => {
  const counts = [
    [<Images key="icon" aria-hidden />, profile.totalPictures, m.tile_pictures],
    [<Video key="icon" aria-hidden />, profile.totalVideos, m.tile_videos],
    [<Users key="icon" aria-hidden />, profile.totalFollowers, m.profile_followers_count],
  ] as const;
  return (
    <span className={styles.counts}>
      {counts.map(
        ([icon, count, text], index) =>
          count > 0 && (
            <span key={index} title={text({ count, text: formatCount(count) })}>
              {icon}
              <span aria-hidden>{formatCount(count)}</span>
              <span className="visually-hidden">{text({ count, text: formatCount(count) })}</span>
            </span>
          ),
      )}
    </span>
  );
};

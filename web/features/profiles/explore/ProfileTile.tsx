// A profile as a tall picture with its name.
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import type { ProfileTile as Tile } from '../queries.ts';
import styles from './ProfileTile.module.css';

export const ProfileTile = ({ profile }: { profile: Tile }) => {
  const picture = profile.profileMediaThumbs ?? profile.headerMediaThumbs;
  return (
    <Link to={`/${profile.domainName}`} viewTransition className={styles.tile}>
      {picture ? (
        <ThumbhashImage
          src={picture.mdThumb}
          srcSet={`${picture.mdThumb} 480w, ${picture.lgThumb} 1280w`}
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
      </span>
    </Link>
  );
};

// A party on air as a tile: picture, name, title, watchers, price.
import { Eye } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import { livePath } from '../paths.ts';
import { priceText } from '../price-text.ts';
import type { Live } from '../queries.ts';
import styles from './active.module.css';

export const LiveTile = ({ live }: { live: Live }) => {
  const { profile, title, watchers } = live;
  const picture = profile.profileMediaThumbs;
  const count = formatCount(watchers);
  return (
    <Link to={livePath(profile.domainName)} viewTransition className={styles.tile}>
      {picture ? (
        <ThumbhashImage
          src={picture.mdThumb}
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
      <span className={styles.badges}>
        <Badge variant="air">{m.live_now()}</Badge>
        <Badge>
          <Eye aria-hidden size={14} />
          <span aria-hidden>{count}</span>
          <span className="visually-hidden">
            {m.live_watchers({ count: watchers, text: count })}
          </span>
        </Badge>
      </span>
      <span className={styles.caption}>
        <b>{profile.exibitionName}</b>
        {title && <span>{title}</span>}
        <span className={styles.price}>{priceText(live)}</span>
      </span>
    </Link>
  );
};

// A person's picture, or the first letter of their name; a green dot says that they are online,
// and a ring that they are live.
import { m } from '../../paraglide/messages.js';
import { classNames } from '../class-names.ts';
import styles from './Avatar.module.css';
import { useLoading } from './eager-pictures.ts';

export type AvatarSize = 'tiny' | 'small' | 'medium' | 'large';

const PIXELS: Record<AvatarSize, number> = { tiny: 32, small: 40, medium: 44, large: 132 };

type Props = {
  name: string;
  src: string | null;
  size?: AvatarSize;
  online?: boolean;
  /** On air: a ring, and a badge in the place of the green dot. */
  live?: boolean;
  className?: string;
  eager?: boolean;
};

/** Decorative: the name is always written beside it. */
export const Avatar = ({
  name,
  src,
  size = 'small',
  online = false,
  live = false,
  className,
  eager = false,
}: Props) => {
  const loading = useLoading(eager);
  return (
    <span className={classNames(styles.avatar, styles[size], live && styles.live, className)}>
      {src === null ? (
        <span aria-hidden className={styles.initial} data-hue={hueOf(name)}>
          {name.slice(0, 1).toLocaleUpperCase()}
        </span>
      ) : (
        <img
          src={src}
          alt=""
          width={PIXELS[size]}
          height={PIXELS[size]}
          loading={loading}
          decoding="async"
          className={styles.picture}
        />
      )}
      {live && <span className={styles.air}>{m.live_now()}</span>}
      {online && !live && (
        <span className={styles.online}>
          <span className="visually-hidden">{m.online()}</span>
        </span>
      )}
    </span>
  );
};

/** One of six grounds, always the same for a name. */
const hueOf = (name: string): number =>
  [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 6;

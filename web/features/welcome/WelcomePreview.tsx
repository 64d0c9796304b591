// Preview of the welcome message for a new follower or subscriber.
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import type { Welcome } from './queries.ts';
import styles from './welcome.module.css';

type Media = Welcome['medias'][number];

const Picture = ({ media, number }: { media: Media; number: number }) => {
  if (media.status === 'error')
    return <span className={styles.failed}>{media.errorMessage ?? m.edit_picture_failed()}</span>;
  const address = media.mdThumb ?? media.url;
  if (media.status !== 'processed' || !address) return <Spinner />;
  return (
    <img
      src={address}
      alt={m.welcome_picture({ number })}
      width={media.width ?? 1}
      height={media.height ?? 1}
    />
  );
};

export const WelcomePreview = ({ welcome: { message, medias } }: { welcome: Welcome }) => {
  const { user } = useSession();
  if (!user) return null;
  const { exibitionName, profileImage, profileMediaThumbs } = user.profile;
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.soft}>{m.welcome_preview()}</figcaption>
      <div className={styles.message}>
        <Avatar name={exibitionName} src={profileMediaThumbs?.mdThumb ?? profileImage} />
        <div className={styles.bubble}>
          <b>{exibitionName}</b>
          {message && <p>{message}</p>}
          {medias.length > 0 && (
            <ul className={styles.pictures}>
              {medias.map((media, index) => (
                <li key={media.id}>
                  <Picture media={media} number={index + 1} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </figure>
  );
};

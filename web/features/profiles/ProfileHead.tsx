// Cover, picture, name, numbers, what it says of itself, and what one may do about it.
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../shell/session/session.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { ThumbhashImage } from '../../ui/display/ThumbhashImage.tsx';
import { ProfileActions } from './ProfileActions.tsx';
import styles from './ProfileHead.module.css';
import type { Profile } from './queries.ts';

/** Where "read more" begins. Source: specification section 9. */
const ABOUT_SHORT = 100;

const Cover = ({ profile }: { profile: Profile }) => {
  const { preferences } = useSession();
  const picture = profile.headerMediaThumbs;
  return (
    <div className={styles.cover}>
      {picture && (
        <ThumbhashImage
          src={picture.lgThumb}
          srcSet={`${picture.mdThumb} 480w, ${picture.lgThumb} 1280w`}
          sizes="(max-width: 932px) 100vw, 900px"
          alt={m.profile_cover({ name: profile.exibitionName })}
          width={picture.width}
          height={picture.height}
          thumbhash={picture.thumbhash}
          // Behind the gate nothing is loaded early.
          priority={preferences.adult}
          className={styles.coverPicture}
        />
      )}
    </div>
  );
};

const About = ({ text }: { text: string }) => {
  const [whole, setWhole] = useState(false);
  if (!text) return null;
  const long = text.length > ABOUT_SHORT;
  // On one line: line breaks are for those who read on.
  const short = text.replaceAll(/\s+/g, ' ').slice(0, ABOUT_SHORT).trimEnd();
  return (
    <p className={styles.about}>
      {whole || !long ? text : `${short}… `}
      {long && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? m.profile_read_less() : m.profile_read_more()}
        </button>
      )}
    </p>
  );
};

/** Who they are is for the profile's owner. */
const Followers = ({ profile: { id, totalFollowers } }: { profile: Profile }) => {
  const { user } = useSession();
  const text = m.profile_followers_count({
    count: totalFollowers,
    text: formatCount(totalFollowers),
  });
  return (
    <span>
      {user?.profile.id === id ? <Link to="/settings/follows?tab=followers">{text}</Link> : text}
    </span>
  );
};

export const ProfileHead = ({ profile }: { profile: Profile }) => {
  const { exibitionName, domainName, totalPosts, totalLikes } = profile;
  return (
    <header>
      <Cover profile={profile} />
      <div className={styles.who}>
        <Avatar
          name={exibitionName}
          src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          size="large"
          online={profile.online}
          eager
          className={styles.avatar}
        />
        <div className={styles.names}>
          <h1 className={styles.name}>{exibitionName}</h1>
          <p className={styles.numbers}>
            <span>@{domainName}</span>
            <span>
              {m.profile_posts_count({ count: totalPosts, text: formatCount(totalPosts) })}
            </span>
            <span>
              {m.profile_likes_count({ count: totalLikes, text: formatCount(totalLikes) })}
            </span>
            <Followers profile={profile} />
            {profile.totalSubscriber !== null && (
              <span>
                {m.profile_subscribers_count({
                  count: profile.totalSubscriber,
                  text: formatCount(profile.totalSubscriber),
                })}
              </span>
            )}
          </p>
        </div>
        <ProfileActions profile={profile} />
      </div>
      <About text={profile.about} />
    </header>
  );
};

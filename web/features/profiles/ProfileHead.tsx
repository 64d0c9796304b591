// The head of a profile: cover, picture, name, numbers, description and actions.
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import { ViewerActions } from '../../client/session/ViewerActions.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { ThumbhashImage } from '../../ui/display/ThumbhashImage.tsx';
import { shorten } from '../../ui/display/shorten.ts';
import { srcSetOf } from '../../ui/display/src-set.ts';
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
          srcSet={srcSetOf(picture)}
          sizes="(max-width: 932px) 100vw, 900px"
          alt={m.profile_cover({ name: profile.exibitionName })}
          width={picture.width}
          height={picture.height}
          thumbhash={picture.thumbhash}
          // Before the age gate no image is preloaded.
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
  // Line breaks are only shown in the expanded text.
  const short = shorten(text.replaceAll(/\s+/g, ' '), ABOUT_SHORT);
  return (
    <p className={styles.about}>
      {whole || !long ? text : `${short} `}
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

/** Only the owner can list the followers. */
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

export const ProfileHead = ({ profile, live = false }: { profile: Profile; live?: boolean }) => {
  const { exibitionName, domainName, totalPosts, totalLikes } = profile;
  return (
    <header className={styles.head}>
      <Cover profile={profile} />
      <div className={styles.who}>
        <Avatar
          name={exibitionName}
          src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          size="large"
          online={profile.online}
          live={live}
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
            {/* A profile without a plan can’t be subscribed to. */}
            {profile.totalSubscriber !== null && (profile.tier || profile.totalSubscriber > 0) && (
              <span>
                {m.profile_subscribers_count({
                  count: profile.totalSubscriber,
                  text: formatCount(profile.totalSubscriber),
                })}
              </span>
            )}
          </p>
        </div>
        <ViewerActions>
          <ProfileActions profile={profile} />
        </ViewerActions>
      </div>
      <About text={profile.about} />
    </header>
  );
};

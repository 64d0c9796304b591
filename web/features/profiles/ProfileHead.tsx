// Cover, picture, name, numbers, what it says of itself, and follow, tip and share.
import { useState } from 'react';
import { Share2 } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../shell/dialogs.ts';
import { askToLogIn } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { ThumbhashImage } from '../../ui/display/ThumbhashImage.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './ProfileHead.module.css';
import { type Profile, useFollow } from './queries.ts';

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

const FollowButton = ({ profile }: { profile: Profile }) => {
  const { user } = useSession();
  const toggle = useFollow(profile);
  return (
    <Button
      look={profile.follower ? 'line' : 'main'}
      small
      aria-pressed={profile.follower}
      aria-label={profile.follower ? m.profile_unfollow_label({ name: profile.exibitionName }) : undefined}
      onClick={user ? toggle : askToLogIn}
    >
      {profile.follower ? m.profile_unfollow() : m.profile_follow()}
    </Button>
  );
};

const share = async (profile: Profile) => {
  const url = new URL(`/${profile.domainName}`, window.location.origin).href;
  if (navigator.share) {
    // Dismissing the system's sheet rejects: nothing has gone wrong.
    await navigator.share({ title: profile.exibitionName, url }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(url);
  showToast(m.profile_link_copied(), 'success');
};

const Actions = ({ profile }: { profile: Profile }) => {
  const { user } = useSession();
  const mine = user?.profile.id === profile.id;
  const tip = () => openDialog('tip', { profileId: profile.id, name: profile.exibitionName });
  return (
    <div className={styles.actions}>
      <IconButton filled className={styles.share} label={m.profile_share()} icon={<Share2 />} onClick={() => void share(profile)} />
      {!mine && profile.producer && (
        <Button look="money" small onClick={user ? tip : askToLogIn}>
          {m.profile_tip()}
        </Button>
      )}
      {!mine && <FollowButton profile={profile} />}
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
        <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? m.profile_read_less() : m.profile_read_more()}
        </button>
      )}
    </p>
  );
};

export const ProfileHead = ({ profile }: { profile: Profile }) => {
  const { exibitionName, domainName, totalPosts, totalLikes, totalFollowers } = profile;
  return (
    <header>
      <Cover profile={profile} />
      <div className={styles.who}>
        <Avatar name={exibitionName} src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage} size="large" online={profile.online} eager className={styles.avatar} />
        <div className={styles.names}>
          <h1 className={styles.name}>{exibitionName}</h1>
          <p className={styles.numbers}>
            <span>@{domainName}</span>
            <span>{m.profile_posts_count({ count: totalPosts, text: formatCount(totalPosts) })}</span>
            <span>{m.profile_likes_count({ count: totalLikes, text: formatCount(totalLikes) })}</span>
            <span>{m.profile_followers_count({ count: totalFollowers, text: formatCount(totalFollowers) })}</span>
          </p>
        </div>
        <Actions profile={profile} />
      </div>
      <About text={profile.about} />
    </header>
  );
};

// A viewer's actions on a profile: like, share, tip, follow; report and block in a menu.
import { Ban, Ellipsis, Eye, Flag, Heart, NotebookPen, Share2 } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { lazyPart } from '../../client/load-part.ts';
import { openDialog } from '../../client/dialogs.ts';
import { askToJoin, askToJoinFor } from '../../client/navigation.ts';
import { SeenAs, useSession } from '../../client/session/session.ts';
import { usePendingAction } from '../../client/session/pending-action.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { Menu } from '../../ui/actions/Menu.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { copyText } from '../../ui/actions/copy-text.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './ProfileHead.module.css';
import { FollowButton } from './FollowButton.tsx';
import { useLikeProfile } from './mutations.ts';
import type { Profile } from './queries.ts';
import { LatePart } from '../../client/LatePart.tsx';

// Visitors, who come first and on slow lines, don't load what owners see.
const OwnActions = lazyPart(() => import('./OwnActions.tsx'));

/** Visitors join first, and then come to the conversation; an owner's preview leads nowhere. */
const WriteButton = ({ profile: { domainName } }: { profile: Profile }) => {
  const { user } = useSession();
  const previewed = use(SeenAs) !== null;
  const path = `/chats/${domainName}`;
  return user && !previewed ? (
    <ButtonLink small to={path} viewTransition>
      {m.chat_write()}
    </ButtonLink>
  ) : (
    <Button small onClick={() => askToJoinFor(path)}>
      {m.chat_write()}
    </Button>
  );
};

const LikeButton = ({ profile, mine }: { profile: Profile; mine: boolean }) => {
  const { user } = useSession();
  const toggle = useLikeProfile(profile);
  const { profileLiked, totalProfileLikes, exibitionName } = profile;
  const act = `like:${profile.id}`;
  usePendingAction(profileLiked || mine ? null : act, toggle);
  const count = formatCount(totalProfileLikes);
  return (
    <button
      type="button"
      className={classNames(styles.like, profileLiked && styles.liked)}
      disabled={mine}
      aria-pressed={profileLiked}
      aria-label={m.profile_like_label({ name: exibitionName, count })}
      title={m.profile_like()}
      onClick={user ? toggle : () => askToJoin('like', act)}
    >
      <Heart aria-hidden />
      {count}
    </button>
  );
};

const share = async (profile: Profile) => {
  const url = new URL(`/${profile.domainName}`, window.location.origin).href;
  if (navigator.share) {
    // Closing the system's share sheet rejects the promise, which is not an error.
    await navigator.share({ title: profile.exibitionName, url }).catch(() => undefined);
    return;
  }
  if (await copyText(url)) showToast(m.profile_link_copied(), 'success');
};

const MoreActions = ({
  profile: { id, exibitionName: name, domainName },
}: {
  profile: Profile;
}) => {
  const { user } = useSession();
  const block = () =>
    user
      ? openDialog('block', { profileId: id, name, domainName })
      : askToJoinFor(`/${domainName}`);
  return (
    <Menu
      label={m.profile_more({ name })}
      icon={<Ellipsis aria-hidden />}
      items={[
        ...(user
          ? [
              {
                key: 'note',
                text: m.note_open(),
                icon: <NotebookPen aria-hidden />,
                onSelect: () => openDialog('note', { profileId: id, name }),
              },
            ]
          : []),
        {
          key: 'report',
          text: m.report_title(),
          icon: <Flag aria-hidden />,
          onSelect: () =>
            openDialog('report', {
              targetKind: 'profile',
              targetId: id,
              author: { id, exibitionName: name, domainName },
            }),
        },
        { key: 'block', text: m.block(), icon: <Ban aria-hidden />, danger: true, onSelect: block },
      ]}
    />
  );
};

export const ProfileActions = ({ profile }: { profile: Profile }) => {
  const { user } = useSession();
  const mine = user?.profile.id === profile.id;
  const tip = () => openDialog('tip', { profileId: profile.id, name: profile.exibitionName });
  const tipping = `tip:${profile.id}`;
  usePendingAction(mine || !profile.producer ? null : tipping, tip);
  return (
    <>
      <div className={styles.actions}>
        <LikeButton profile={profile} mine={mine} />
        <IconButton
          filled
          className={styles.share}
          label={m.profile_share()}
          icon={<Share2 />}
          onClick={() => void share(profile)}
        />
        {mine && profile.producer && (
          <Link
            to={`/${profile.domainName}?as=visitor`}
            className={styles.like}
            aria-label={m.view_as()}
            title={m.view_as()}
          >
            <Eye aria-hidden />
          </Link>
        )}
        {!mine && <MoreActions profile={profile} />}
      </div>
      {mine && (
        <LatePart>
          <OwnActions creator={profile.producer} />
        </LatePart>
      )}
      {!mine && (
        <div className={styles.mainActions}>
          {profile.producer && (
            <Button variant="money" small onClick={user ? tip : () => askToJoin('tip', tipping)}>
              {m.profile_tip()}
            </Button>
          )}
          {profile.producer && <WriteButton profile={profile} />}
          <FollowButton profile={profile} />
        </div>
      )}
    </>
  );
};

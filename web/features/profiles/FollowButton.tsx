// Follows a profile, or no longer; a visitor joins first.
import { m } from '../../paraglide/messages.js';
import { askToJoin } from '../../client/navigation.ts';
import { usePendingAction } from '../../client/session/pending-action.ts';
import { useSession } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { useFollow } from './mutations.ts';
import type { Profile } from './queries.ts';

export const FollowButton = ({ profile }: { profile: Profile }) => {
  const { user } = useSession();
  const toggle = useFollow(profile);
  const act = `follow:${profile.id}`;
  usePendingAction(profile.follower ? null : act, toggle);
  return (
    <Button
      variant={profile.follower ? 'line' : 'main'}
      small
      aria-pressed={profile.follower}
      aria-label={
        profile.follower ? m.profile_unfollow_label({ name: profile.exibitionName }) : undefined
      }
      onClick={user ? toggle : () => askToJoin('follow', act)}
    >
      {profile.follower ? m.profile_unfollow() : m.profile_follow()}
    </Button>
  );
};

// What a person sees of a producer's show: the show, why it can't be watched, or that it has ended.
import { useEffect, useState } from 'react';
import { joinTopic } from '../../../client/realtime/joined-topics.ts';
import { useSession } from '../../../client/session/session.ts';
import type { Profile } from '../../profiles/index.ts';
import type { Live } from '../queries.ts';
import { EndedCard, JoinCard, OfflineCard } from './cards.tsx';
import { WatchRoom } from './WatchRoom.tsx';

export default function Watch({ profile, live }: { profile: Profile; live: Live | null }) {
  const { user } = useSession();
  // What has ended is not found any more: what was watched is kept for its last screen.
  const [watched, setWatched] = useState<Live | null>(null);
  useEffect(() => joinTopic('profile', profile.id), [profile.id]);
  const open = live && live.state !== 'ended' ? live : null;
  useEffect(() => {
    if (open && user) setWatched(open);
  }, [open, user]);
  if (!open) return watched ? <EndedCard live={watched} /> : <OfflineCard profile={profile} />;
  if (!user) return <JoinCard live={open} />;
  return <WatchRoom key={open.id} live={open} />;
}

// What a person sees of a producer's show: the show, what comes before it, why it can't be watched,
// or that it has ended.
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useTopic } from '../../../client/realtime/use-topic.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import type { Profile } from '../../profiles/index.ts';
import { liveKeys } from '../keys.ts';
import type { Live } from '../queries.ts';
import { EndedCard, EntryCard, JoinCard, OfflineCard, PausedCard } from './cards.tsx';
import { EntryForm } from './EntryForm.tsx';
import { OwnReceipt } from './OwnReceipt.tsx';
import { WatchRoom } from './WatchRoom.tsx';

/** Free parties are watched without an entry. */
const needsEntry = ({ entered, charge, type }: Live): boolean =>
  entered === null && (charge !== 'free' || type === '3');

export default function Watch({ profile, live }: { profile: Profile; live: Live | null }) {
  const { user } = useSession();
  // What has ended is not found any more: what was watched is kept for its last screen.
  const [watched, setWatched] = useState<Live | null>(null);
  useTopic('profile', profile.id, { keys: [liveKeys.of(profile.domainName)] });
  const open = live && live.state !== 'ended' ? live : null;
  // The party that waited for a private show goes on as soon as that ends: the receipt comes before
  // it.
  const privateBefore = watched?.type === '3' && open?.type === '2' ? watched : null;
  useEffect(() => {
    if (open && user && !needsEntry(open) && !privateBefore) setWatched(open);
  }, [open, user, privateBefore]);
  if (!open)
    return watched ? <Ended profile={profile} live={watched} /> : <OfflineCard profile={profile} />;
  if (!user) return <JoinCard live={open} />;
  if (open.state === 'paused')
    return (
      <PausedCard live={open}>
        {privateBefore && <OwnReceipt liveId={privateBefore.id} />}
      </PausedCard>
    );
  if (privateBefore)
    return (
      <Ended profile={profile} live={privateBefore}>
        <Button variant="main" onClick={() => setWatched(null)}>
          {m.live_watch_party()}
        </Button>
      </Ended>
    );
  if (needsEntry(open))
    return (
      <EntryCard live={open}>
        {watched?.id === open.id && <OwnReceipt liveId={open.id} />}
        <EntryForm live={open} />
      </EntryCard>
    );
  return <WatchRoom key={open.id} live={open} />;
}

type EndedProps = { profile: Profile; live: Live; children?: ReactNode };

const Ended = ({ profile, live, children }: EndedProps) => (
  <EndedCard profile={profile}>
    <OwnReceipt liveId={live.id} />
    {children}
  </EndedCard>
);

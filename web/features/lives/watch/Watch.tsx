// What a person sees of a producer's show: the show, what comes before it, why it can't be watched, or
// that it has ended.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { joinTopic } from '../../../client/realtime/joined-topics.ts';
import { useSession } from '../../../client/session/session.ts';
import type { Profile } from '../../profiles/index.ts';
import { liveKeys } from '../keys.ts';
import { type Live, receiptsQuery } from '../queries.ts';
import { EndedCard, EntryCard, JoinCard, OfflineCard, PausedCard } from './cards.tsx';
import { EntryForm } from './EntryForm.tsx';
import { Receipt } from './Receipt.tsx';
import { WatchRoom } from './WatchRoom.tsx';

/** Free parties are watched without an entry. */
const needsEntry = ({ entered, charge, type }: Live): boolean =>
  entered === null && (charge !== 'free' || type === '3');

export default function Watch({ profile, live }: { profile: Profile; live: Live | null }) {
  const { user } = useSession();
  // What has ended is not found any more: what was watched is kept for its last screen.
  const [watched, setWatched] = useState<Live | null>(null);
  const client = useQueryClient();
  const { id: profileId, domainName } = profile;
  // A show that began while the page loaded would not be seen.
  useEffect(
    () =>
      joinTopic('profile', profileId, () =>
        client.invalidateQueries({ queryKey: liveKeys.of(domainName) }),
      ),
    [client, profileId, domainName],
  );
  const open = live && live.state !== 'ended' ? live : null;
  useEffect(() => {
    if (open && user && !needsEntry(open)) setWatched(open);
  }, [open, user]);
  if (!open) return watched ? <Ended live={watched} /> : <OfflineCard profile={profile} />;
  if (!user) return <JoinCard live={open} />;
  if (open.state === 'paused') return <PausedCard live={open} />;
  if (needsEntry(open))
    return (
      <EntryCard live={open}>
        {watched?.id === open.id && <OwnReceipt liveId={open.id} />}
        <EntryForm live={open} />
      </EntryCard>
    );
  return <WatchRoom key={open.id} live={open} />;
}

const Ended = ({ live }: { live: Live }) => (
  <EndedCard live={live}>
    <OwnReceipt liveId={live.id} />
  </EndedCard>
);

/** Nothing for a show that was free. */
const OwnReceipt = ({ liveId }: { liveId: string }) => {
  const { data: receipts } = useQuery(receiptsQuery());
  const receipt = receipts?.find((one) => one.liveId === liveId);
  return receipt ? <Receipt receipt={receipt} titled /> : null;
};

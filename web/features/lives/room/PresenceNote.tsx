// Who came into the room a moment ago, how many, and how many left it.
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { liveKeys } from '../keys.ts';
import styles from './chat.module.css';

type Person = { domainName: string; exibitionName: string };
/** The last event about it; of a large room none are named. */
export type PresenceChange = { joined: readonly Person[]; joinedCount: number; left: number };

const SHOWN_MS = 6_000;

const joinedText = ([first, second]: readonly Person[], count: number): string | null => {
  if (!first) return count > 0 ? m.live_joined_count({ count }) : null;
  const name = first.exibitionName;
  if (count === 1) return m.live_joined_one({ name });
  if (second && count === 2) return m.live_joined_two({ name, other: second.exibitionName });
  return m.live_joined_more({ name, count: count - 1 });
};

export const PresenceNote = ({ liveId }: { liveId: string }) => {
  const { user } = useSession();
  // Events write it; it is never asked for.
  const { data } = useQuery<PresenceChange>({
    queryKey: liveKeys.presence(liveId),
    queryFn: skipToken,
  });
  const [shown, setShown] = useState<PresenceChange | null>(null);
  useEffect(() => {
    if (!data) return;
    setShown(data);
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [data]);
  if (!shown) return null;
  const { joined, joinedCount } = shown;
  const others = joined.filter(({ domainName }) => domainName !== user?.profile.domainName);
  const texts = [
    // Without the reader.
    joinedText(others, joinedCount - (joined.length - others.length)),
    shown.left > 0 ? m.live_left({ count: shown.left }) : null,
  ].filter((text) => text !== null);
  return texts.length === 0 ? null : <p className={styles.presence}>{texts.join(' · ')}</p>;
};

// Who came into the room a moment ago.
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { liveKeys } from '../keys.ts';
import styles from './chat.module.css';

type Person = { domainName: string; exibitionName: string };
/** The last event about it. */
export type Arrivals = { people: readonly Person[] };

const SHOWN_MS = 6_000;

const textOf = ([first, second, ...others]: readonly Person[]): string | null => {
  if (!first) return null;
  const name = first.exibitionName;
  if (!second) return m.live_joined_one({ name });
  if (others.length === 0) return m.live_joined_two({ name, other: second.exibitionName });
  return m.live_joined_more({ name, count: others.length + 1 });
};

export const JoinedNote = ({ liveId }: { liveId: string }) => {
  const { user } = useSession();
  // Events write it; it is never asked for.
  const { data } = useQuery<Arrivals>({ queryKey: liveKeys.joined(liveId), queryFn: skipToken });
  const [shown, setShown] = useState<Arrivals | null>(null);
  useEffect(() => {
    if (!data) return;
    setShown(data);
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [data]);
  const text = textOf(
    (shown?.people ?? []).filter(({ domainName }) => domainName !== user?.profile.domainName),
  );
  return text === null ? null : <p className={styles.joined}>{text}</p>;
};

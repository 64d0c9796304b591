// Whether something is unread, for the red dots of the frame. Opening the conversations takes the
// dot away (specification section 4) until the next message.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../client/session/session.ts';
import { unreadQuery } from '../notifications/index.ts';
import { isSeen, onSeen, setSeen } from './seen.ts';

export const useUnreadChats = (): boolean => {
  const { user } = useSession();
  // The bell has asked; realtime events alone ask again.
  const { data } = useQuery({ ...unreadQuery(), enabled: user !== null, staleTime: Infinity });
  // A part that is hydrated late begins with what the document says.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const known = shown ? data?.flags.chat : undefined;
  const taken = useSyncExternalStore(onSeen, isSeen, () => false);
  return !taken && (known ?? user?.chatNotification ?? false);
};

/** Call where the conversations are opened. */
export const useSeenDot = (): void => {
  useEffect(() => setSeen(true), []);
};

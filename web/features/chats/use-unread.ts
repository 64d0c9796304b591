// Whether something is unread, for the red dots of the frame. Opening the conversations takes the dot
// away (specification section 4) until the next message.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Data } from '../../client/api/api.ts';
import { useSession } from '../../client/session/session.ts';
import { notificationKeys, unreadQuery } from '../notifications/index.ts';

export const useUnreadChats = (): boolean => {
  const { user } = useSession();
  // The bell has asked; realtime events alone ask anew.
  const { data } = useQuery({ ...unreadQuery(), enabled: user !== null, staleTime: Infinity });
  // A part that is hydrated late begins with what the document says.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const known = shown ? data?.flags.chat : undefined;
  return known ?? user?.chatNotification ?? false;
};

/** Call where the conversations are opened. */
export const useSeenDot = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    client.setQueryData<Data<'GET /profiles/notifications/unread'>>(
      notificationKeys.unread,
      (held) => held && { ...held, flags: { ...held.flags, chat: false } },
    );
  }, [client]);
};

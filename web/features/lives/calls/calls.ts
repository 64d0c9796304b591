// Calls that wait for a producer: one is shown, the others follow, each person once. A call that is
// taken back leaves the queue.
import type { CallAction } from '@camarim/contract/features/lives/calls';
import type { ShowType } from '@camarim/contract/shows';

export type IncomingCall = {
  id: string;
  profileId: string;
  domainName: string;
  exibitionName: string;
  balance: number;
  type: ShowType;
};

/** The show that its producer is in, so that its own callers are not announced again. */
export type Session = { type: ShowType; privateWatcherId: string | null } | null;

/** Oldest first; the first one is shown. */
export type CallQueue = readonly IncomingCall[];

/** Source: specification section 4, incoming chat call. */
export const isInSession = (session: Session, call: IncomingCall): boolean =>
  session !== null &&
  (call.type === '2'
    ? session.type === '2'
    : session.type === '3' && session.privateWatcherId === call.profileId);

/** The queue after an event of a call. A second call of a person takes the place of their first. */
export const queueAfter = (
  queue: CallQueue,
  { action, ...call }: IncomingCall & { action: CallAction },
  session: Session,
): CallQueue => {
  if (action !== 'call') return queue.filter(({ profileId }) => profileId !== call.profileId);
  if (isInSession(session, call)) return queue;
  return queue.some(({ profileId }) => profileId === call.profileId)
    ? queue.map((one) => (one.profileId === call.profileId ? call : one))
    : [...queue, call];
};

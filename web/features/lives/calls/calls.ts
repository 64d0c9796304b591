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

/** Oldest first; the first one is shown. */
export type CallQueue = readonly IncomingCall[];

/** The queue after an event of a call. A second call of a person takes the place of their first. */
export const queueAfter = (
  queue: CallQueue,
  { action, ...call }: IncomingCall & { action: CallAction },
): CallQueue => {
  if (action !== 'call') return queue.filter(({ profileId }) => profileId !== call.profileId);
  return queue.some(({ profileId }) => profileId === call.profileId)
    ? queue.map((one) => (one.profileId === call.profileId ? call : one))
    : [...queue, call];
};

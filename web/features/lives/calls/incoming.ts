// The calls that wait for this producer, for the modal that is mounted on every page, and what a
// member hears of their own call. Outside of React, because events arrive outside of it.
import type { RealtimeEvents } from '@camarim/contract/events';
import { playSound, SHOW_DINGS } from '../../../client/sounds/audible.ts';
import { type CallQueue, queueAfter } from './calls.ts';

type CallEvent = RealtimeEvents['call-for-chat'];
export type AcceptedCall = RealtimeEvents['accept-call-for-chat'];

let queue: CallQueue = [];
let accepted: AcceptedCall | null = null;
const listeners = new Set<() => void>();

const change = (next: { queue?: CallQueue; accepted?: AcceptedCall | null }): void => {
  if (next.queue !== undefined) queue = next.queue;
  if (next.accepted !== undefined) accepted = next.accepted;
  for (const listener of listeners) listener();
};

export const callStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  queue: (): CallQueue => queue,
  accepted: (): AcceptedCall | null => accepted,
  none: (): null => null,
  noCalls: (): CallQueue => NO_CALLS,
};
const NO_CALLS: CallQueue = [];

/** A call that opens the modal is received; one that waits behind it is not. */
export const receiveCall = (event: CallEvent): void => {
  const before = queue;
  const after = queueAfter(before, event);
  if (after === before) return;
  change({ queue: after });
  const [shown] = after;
  if (shown && shown.id !== before[0]?.id) playSound(SHOW_DINGS[shown.type]);
};

/** Closing one shows the next. */
export const closeCall = (): void => {
  const after = queue.slice(1);
  change({ queue: after });
  const [shown] = after;
  if (shown) playSound(SHOW_DINGS[shown.type]);
};

/** Accepting one clears the queue. Source: specification section 4. */
export const clearCalls = (): void => change({ queue: [] });

export const receiveAccepted = (event: AcceptedCall): void => change({ accepted: event });
export const dismissAccepted = (): void => change({ accepted: null });

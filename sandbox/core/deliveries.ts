// Queue of notifications: each with its state, the next due one first.
import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Store } from './store.ts';

/** One notification and how it went. `held` waits for the one after it (a fault). */
export type Delivery = {
  id: string;
  url: string;
  body: unknown;
  /** Signature headers, in addition to the content type. */
  headers: Record<string, string>;
  state: 'waiting' | 'held' | 'accepted' | 'lost' | 'abandoned';
  attempts: number;
  dueAt: string;
  lastStatus: number | null;
  lastError: string | null;
};

export type DeliveryStore = {
  add: (
    notice: Pick<Delivery, 'url' | 'body' | 'headers'>,
    state: Delivery['state'],
    delayMs: number,
  ) => void;
  move: (delivery: Delivery, state: Delivery['state']) => void;
  /** Waiting notifications, the next due one first. */
  waiting: (limit: number) => Delivery[];
  releaseHeld: () => void;
  /** Undelivered notifications, then delivered ones, newest first. */
  list: (limit: number) => Delivery[];
};

const WAITING = 'delivery-waiting';
const HELD = 'delivery-held';
const DONE = 'delivery-done';
const kindOf = (state: Delivery['state']): string =>
  state === 'waiting' ? WAITING : state === 'held' ? HELD : DONE;

export const createDeliveryStore = (store: Store, clock: Clock): DeliveryStore => {
  const move = (delivery: Delivery, state: Delivery['state']): void =>
    store.atomic(() => {
      store.remove(kindOf(delivery.state), delivery.id);
      const atMs = state === 'waiting' ? Date.parse(delivery.dueAt) : clock.now().getTime();
      store.put(kindOf(state), delivery.id, { ...delivery, state }, atMs);
    });
  return {
    add: (notice, state, delayMs) => {
      const dueAtMs = clock.now().getTime() + delayMs;
      const delivery: Delivery = {
        id: randomUUID(),
        ...notice,
        state,
        attempts: 0,
        dueAt: new Date(dueAtMs).toISOString(),
        lastStatus: null,
        lastError: null,
      };
      store.put(kindOf(state), delivery.id, delivery, dueAtMs);
    },
    move,
    waiting: (limit) => store.list<Delivery>(WAITING, { limit }),
    releaseHeld: () => {
      for (const held of store.list<Delivery>(HELD)) move(held, 'waiting');
    },
    list: (limit) =>
      [WAITING, HELD, DONE]
        .flatMap((kind) => store.list<Delivery>(kind, { limit, newestFirst: true }))
        .slice(0, limit),
  };
};

// Sends notifications until they are accepted: stored first, retried with a growing wait, at most a few at once.
import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

/** One notification and how it went. `held` waits for the notification after it (a fault). */
export type Delivery = {
  id: string;
  url: string;
  body: unknown;
  state: 'waiting' | 'held' | 'accepted' | 'lost' | 'abandoned';
  attempts: number;
  dueAt: string;
  lastStatus: number | null;
  lastError: string | null;
};

export type WebhookSender = {
  /** Stores a notification and sends it; call inside the transaction of what it tells. */
  enqueue: (url: string, body: unknown, delayMs?: number) => void;
  /** The newest first. */
  deliveries: (limit?: number) => Delivery[];
  close: () => Promise<void>;
};

const AT_ONCE = 8;
const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;
/** About fifteen hours of trying. */
const MAX_ATTEMPTS = 100;
/** setTimeout takes no more than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const WAITING = 'delivery-waiting';
const DONE = 'delivery-done';
const HELD = 'delivery-held';
const kindOf = (state: Delivery['state']): string => (state === 'waiting' ? WAITING : state === 'held' ? HELD : DONE);

/** The wait before attempt number `attempts + 1`. */
export const backoffMs = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);

/** Starts sending, beginning with what a former run left. */
export const startWebhooks = (store: Store, clock: Clock, faults: Faults): WebhookSender => {
  const inFlight = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const move = (delivery: Delivery, state: Delivery['state']): void =>
    store.atomic(() => {
      store.remove(kindOf(delivery.state), delivery.id);
      delivery.state = state;
      const atMs = state === 'waiting' ? Date.parse(delivery.dueAt) : clock.now().getTime();
      store.put(kindOf(state), delivery.id, delivery, atMs);
    });

  const post = async (delivery: Delivery): Promise<void> => {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(delivery.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    delivery.lastStatus = response.status;
    delivery.lastError = null;
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    delivery.attempts += 1;
    delivery.lastStatus = null;
    try {
      await post(delivery);
    } catch (error) {
      delivery.lastError = String(error);
    }
    if (closed) return;
    const accepted = delivery.lastStatus !== null && delivery.lastStatus >= 200 && delivery.lastStatus < 300;
    delivery.dueAt = new Date(clock.now().getTime() + backoffMs(delivery.attempts)).toISOString();
    move(delivery, accepted ? 'accepted' : delivery.attempts >= MAX_ATTEMPTS ? 'abandoned' : 'waiting');
    if (accepted) for (const held of store.list<Delivery>(HELD)) move(held, 'waiting');
  };

  const pump = (): void => {
    if (closed) return;
    clearTimeout(timer);
    const nowMs = clock.now().getTime();
    const next = store.list<Delivery>(WAITING, { limit: AT_ONCE * 2 }).filter(({ id }) => !inFlight.has(id));
    for (const delivery of next) {
      if (inFlight.size >= AT_ONCE) return;
      const waitMs = Date.parse(delivery.dueAt) - nowMs;
      if (waitMs > 0) {
        timer = setTimeout(pump, Math.min(waitMs, LONGEST_TIMER_MS));
        return;
      }
      inFlight.set(
        delivery.id,
        attempt(delivery).finally(() => {
          inFlight.delete(delivery.id);
          pump();
        }),
      );
    }
  };

  const add = (url: string, body: unknown, state: Delivery['state'], delayMs: number): void => {
    const dueAtMs = clock.now().getTime() + delayMs;
    const delivery: Delivery = { id: randomUUID(), url, body, state, attempts: 0, dueAt: new Date(dueAtMs).toISOString(), lastStatus: null, lastError: null };
    store.put(kindOf(state), delivery.id, delivery, dueAtMs);
  };

  clock.onAdvance(pump);
  setImmediate(pump);

  return {
    enqueue: (url, body, delayMs = 0) => {
      const fault = faults.takeForWebhook();
      if (fault?.action === 'lose') add(url, body, 'lost', delayMs);
      else if (fault?.action === 'reorder') add(url, body, 'held', delayMs);
      else add(url, body, 'waiting', delayMs + (fault?.action === 'delay' ? fault.delayMs : 0));
      if (fault?.action === 'duplicate') add(url, body, 'waiting', delayMs);
      // After the caller's transaction.
      setImmediate(pump);
    },
    deliveries: (limit = 100) =>
      [WAITING, HELD, DONE].flatMap((kind) => store.list<Delivery>(kind, { limit, newestFirst: true })).slice(0, limit),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await Promise.allSettled(inFlight.values());
    },
  };
};

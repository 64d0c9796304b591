// Sends notifications until they are accepted: stored first, retried with a growing wait, a few at
// once.
import type { Clock } from './clock.ts';
import { keepDeliveries, type Deliveries, type Delivery } from './deliveries.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

export type WebhookSender = {
  /** Stores a notification and sends it; call inside the transaction of what it tells. */
  enqueue: (
    url: string,
    body: unknown,
    options?: { delayMs?: number; headers?: Record<string, string> },
  ) => void;
  deliveries: () => Delivery[];
  close: () => Promise<void>;
};

/** A gateway that tells by forms says so in its headers. */
export const FORM = 'application/x-www-form-urlencoded';

const AT_ONCE = 8;
const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;
/** About fifteen hours of trying. */
const MAX_ATTEMPTS = 100;
/** setTimeout takes no more than this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LISTED = 100;

/** The wait after so many attempts. */
export const backoffMs = (attempts: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);

const post = async ({
  url,
  body,
  headers,
}: Delivery): Promise<{ status: number | null; error: string | null }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body:
        headers['content-type'] === FORM
          ? new URLSearchParams(body as Record<string, string>).toString()
          : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: String(error) };
  }
};

/** Sends what is due, now and whenever more falls due. */
const startPump = (kept: Deliveries, clock: Clock) => {
  const inFlight = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const attempt = async (delivery: Delivery): Promise<void> => {
    const { status, error } = await post(delivery);
    // Unrecorded, it is sent again at the next start: at least once, as everywhere.
    if (closed) return;
    const attempts = delivery.attempts + 1;
    const accepted = status !== null && status >= 200 && status < 300;
    const dueAt = new Date(clock.now().getTime() + backoffMs(attempts)).toISOString();
    kept.move(
      { ...delivery, attempts, dueAt, lastStatus: status, lastError: error },
      accepted ? 'accepted' : attempts >= MAX_ATTEMPTS ? 'abandoned' : 'waiting',
    );
    if (accepted) kept.releaseHeld();
  };

  const pump = (): void => {
    if (closed) return;
    clearTimeout(timer);
    const nowMs = clock.now().getTime();
    for (const delivery of kept.waiting(AT_ONCE * 2).filter(({ id }) => !inFlight.has(id))) {
      if (inFlight.size >= AT_ONCE) return;
      const waitMs = Date.parse(delivery.dueAt) - nowMs;
      if (waitMs > 0) {
        timer = setTimeout(pump, Math.min(waitMs, LONGEST_TIMER_MS));
        return;
      }
      const sending = attempt(delivery).finally(() => {
        inFlight.delete(delivery.id);
        pump();
      });
      inFlight.set(delivery.id, sending);
    }
  };

  const stop = async (): Promise<void> => {
    closed = true;
    clearTimeout(timer);
    await Promise.allSettled(inFlight.values());
  };
  return { pump, stop };
};

/** Starts sending, beginning with what a former run left. */
export const startWebhooks = (store: Store, clock: Clock, faults: Faults): WebhookSender => {
  const kept = keepDeliveries(store, clock);
  const { pump, stop } = startPump(kept, clock);
  clock.onAdvance(pump);
  setImmediate(pump);

  return {
    enqueue: (url, body, { delayMs = 0, headers = {} } = {}) => {
      const fault = faults.takeForWebhook();
      const notice = { url, body, headers };
      if (fault?.action === 'lose') kept.add(notice, 'lost', delayMs);
      else if (fault?.action === 'reorder') kept.add(notice, 'held', delayMs);
      else kept.add(notice, 'waiting', delayMs + (fault?.action === 'delay' ? fault.delayMs : 0));
      if (fault?.action === 'duplicate') kept.add(notice, 'waiting', delayMs);
      // After the caller's transaction.
      setImmediate(pump);
    },
    deliveries: () => kept.list(LISTED),
    close: stop,
  };
};

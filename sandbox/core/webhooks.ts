// Sends notifications until they are accepted: stored first, retried with a growing wait, a few at
// once.
import type { Clock } from './clock.ts';
import { createDeliveryStore, type DeliveryStore, type Delivery } from './deliveries.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

export type WebhookSender = {
  /** Stores a notification and sends it; call inside the transaction of the change. */
  enqueue: (
    url: string,
    body: unknown,
    options?: { delayMs?: number; headers?: Record<string, string> },
  ) => void;
  deliveries: () => Delivery[];
  close: () => Promise<void>;
};

/** Content type of gateways whose notifications are forms. */
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

/** Sends due notifications, now and at each later due time. */
const startPump = (deliveryStore: DeliveryStore, clock: Clock) => {
  const inFlight = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const attempt = async (delivery: Delivery): Promise<void> => {
    const { status, error } = await post(delivery);
    // Without a record it is sent again at the next start: delivery is at least once.
    if (closed) return;
    const attempts = delivery.attempts + 1;
    const accepted = status !== null && status >= 200 && status < 300;
    const dueAt = new Date(clock.now().getTime() + backoffMs(attempts)).toISOString();
    deliveryStore.move(
      { ...delivery, attempts, dueAt, lastStatus: status, lastError: error },
      accepted ? 'accepted' : attempts >= MAX_ATTEMPTS ? 'abandoned' : 'waiting',
    );
    if (accepted) deliveryStore.releaseHeld();
  };

  const pump = (): void => {
    if (closed) return;
    clearTimeout(timer);
    const nowMs = clock.now().getTime();
    for (const delivery of deliveryStore
      .waiting(AT_ONCE * 2)
      .filter(({ id }) => !inFlight.has(id))) {
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

/** Starts sending, beginning with the notifications of the former run. */
export const startWebhooks = (store: Store, clock: Clock, faults: Faults): WebhookSender => {
  const deliveryStore = createDeliveryStore(store, clock);
  const { pump, stop } = startPump(deliveryStore, clock);
  clock.onAdvance(pump);
  setImmediate(pump);

  return {
    enqueue: (url, body, { delayMs = 0, headers = {} } = {}) => {
      const fault = faults.takeForWebhook();
      const notification = { url, body, headers };
      if (fault?.action === 'lose') deliveryStore.add(notification, 'lost', delayMs);
      else if (fault?.action === 'reorder') deliveryStore.add(notification, 'held', delayMs);
      else
        deliveryStore.add(
          notification,
          'waiting',
          delayMs + (fault?.action === 'delay' ? fault.delayMs : 0),
        );
      if (fault?.action === 'duplicate') deliveryStore.add(notification, 'waiting', delayMs);
      // After the caller's transaction.
      setImmediate(pump);
    },
    deliveries: () => deliveryStore.list(LISTED),
    close: stop,
  };
};

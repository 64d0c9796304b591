// For the conformance suites: records every exchange and notification, and lists differences from
// the official documents.
import { observeExchanges, type HttpExchange } from '../gateway-http.ts';
import { validateExchange, validateNotification } from './documents.ts';

const exchanges: HttpExchange[] = [];
const notifications: Record<string, unknown>[] = [];

/**
 * Records until the end of the test file, because the files of a worker share this module, and
 * others make gateways answer wrongly; call it once, before its gateways start.
 */
export const recordExchanges = (afterAll: (end: () => void) => void): void => {
  const stop = observeExchanges((exchange) => exchanges.push(exchange));
  afterAll(() => {
    stop();
    exchanges.length = 0;
    notifications.length = 0;
  });
};

/** Records a notification as it arrived. */
export const recordNotification = (rawBody: Uint8Array): void => {
  const text = new TextDecoder().decode(rawBody);
  if (text.startsWith('{')) notifications.push(JSON.parse(text) as Record<string, unknown>);
};

/** Number of documented exchanges and notifications, and their differences with counts. */
export const listDifferences = (): { checked: number; differences: string[] } => {
  const results = [
    ...exchanges.map(validateExchange),
    ...notifications.map(validateNotification),
  ].filter((found) => found !== null);
  const counts = new Map<string, number>();
  for (const difference of results.flat())
    counts.set(difference, (counts.get(difference) ?? 0) + 1);
  return {
    checked: results.length,
    differences: [...counts].map(([difference, times]) => `${times} x ${difference}`).sort(),
  };
};

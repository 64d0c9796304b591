// For the conformance suites: notes every exchange with a gateway and every notification of one,
// and says which are not as the official documents say.
import { observeExchanges, type HttpExchange } from '../gateway-http.ts';
import { validateExchange, validateNotification } from './documents.ts';

const exchanges: HttpExchange[] = [];
const notifications: Record<string, unknown>[] = [];

/** Begins to note; call it once in a test file, before its gateways start. */
export const recordExchanges = (): void =>
  void observeExchanges((exchange) => exchanges.push(exchange));

/** Notes a notification as it arrived. */
export const recordNotification = (rawBody: Uint8Array): void => {
  const text = new TextDecoder().decode(rawBody);
  if (text.startsWith('{')) notifications.push(JSON.parse(text) as Record<string, unknown>);
};

/**
 * How many exchanges and notifications a document speaks of, and what of them differs, each
 * difference with how often.
 */
export const listDifferences = (): { judged: number; differences: string[] } => {
  const verdicts = [
    ...exchanges.map(validateExchange),
    ...notifications.map(validateNotification),
  ].filter((found) => found !== null);
  const counts = new Map<string, number>();
  for (const difference of verdicts.flat())
    counts.set(difference, (counts.get(difference) ?? 0) + 1);
  return {
    judged: verdicts.length,
    differences: [...counts].map(([difference, times]) => `${times} x ${difference}`).sort(),
  };
};

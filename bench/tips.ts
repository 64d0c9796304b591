// Tips by HTTP: the calls, and waiting until all their work is done.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadPlan } from './drive.ts';
import type { Stage } from './stage.ts';

export const CONCURRENCY = 32;
const TIP_CENTAVOS = 100;

/** Tips of random fans to random producers of the list, each with a key of its own. */
export const tipPlan = (
  { port, fans, producers }: Stage,
  { to = producers.length, durationMs }: { to?: number; durationMs: number },
): LoadPlan => ({
  port,
  connections: CONCURRENCY,
  durationMs,
  target: 'POST /api/funds/tips',
  callers: fans.map(({ token }) => `authorization: Bearer ${token}`),
  bodies: producers
    .slice(0, to)
    .map(({ profileId }) => JSON.stringify({ toProfileId: profileId, value: TIP_CENTAVOS })),
  keyed: true,
});

/**
 * Waits until events are sent and entries folded, so that no round includes the work of another;
 * returns how many events waited.
 */
export const awaitDelivery = async ({ database }: Stage): Promise<number> => {
  let first: number | undefined;
  for (;;) {
    const { rows } = await database.query<{ events: string; entries: string }>(
      'SELECT (SELECT count(*) FROM outbox) AS events, (SELECT count(*) FROM ledger_unfolded) AS entries',
    );
    const events = Number(rows[0]?.events);
    first ??= events;
    if (events === 0 && Number(rows[0]?.entries) === 0) return first;
    await sleep(100);
  }
};

// The same profile asked for by visitors who are counted and by programs, which are not: what
// counting views costs.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const CONNECTIONS = 16;
const ROUNDS = 24;
const ROUND_MS = 800;
const WARM_ROUNDS = 6;
/** Enough that each write of views has as many rows as a busy minute of one page has. */
const VISITORS = 2_000;

const agents = (name: string): string[] =>
  Array.from({ length: VISITORS }, (_, index) => `user-agent: ${name}/${index}`);

const measure = async ({ port, producers }: Stage): Promise<Figure[]> => {
  const [producer] = producers;
  if (!producer) throw new Error('the fixtures have no producer');
  const driver = openDriver();
  const target = `GET /api/publics/profiles/${producer.domainName}`;
  const secondsPerAnswer = async (callers: string[]): Promise<number> => {
    const { answered, seconds } = await driver.drive({
      port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      target,
      callers,
      bodies: [],
      keyed: false,
    });
    return seconds / answered;
  };
  const [counted, uncounted] = [agents('Firefox'), agents('Testbot')];
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    await secondsPerAnswer(counted);
    await secondsPerAnswer(uncounted);
  }
  const times = { counted: [] as number[], uncounted: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each is first in half of the rounds, so that a drift of the machine favours neither.
    const first = round % 2 === 0 ? 'counted' : 'uncounted';
    for (const side of [first, first === 'counted' ? 'uncounted' : 'counted'] as const)
      times[side].push(await secondsPerAnswer(side === 'counted' ? counted : uncounted));
  }
  driver.close();
  return [
    figureOf(
      'view-count-cost',
      'ratio',
      ratios(times.counted, times.uncounted),
      `time per answer of a profile for visitors who are counted, over programs who are not; ${target}, ${CONNECTIONS} connections, ${VISITORS} user agents, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: 1, balance: 0, pages: false }, measure);

// The same profile requested by visitors who are counted and by programs, which are not: what
// counting views costs.
import { compareCallers, CONNECTIONS, ROUND_MS } from '../callers.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const ROUNDS = 24;
/** Enough that each write of views has as many rows as a busy minute of one page has. */
const VISITORS = 2_000;

const agents = (name: string): string[] =>
  Array.from({ length: VISITORS }, (_, index) => `user-agent: ${name}/${index}`);

const measure = async (stage: Stage): Promise<Figure[]> => {
  const [producer] = stage.producers;
  if (!producer) throw new Error('the fixtures have no producer');
  const target = `GET /api/publics/profiles/${producer.domainName}`;
  const { one: counted, other: uncounted } = await compareCallers(
    stage,
    { target, rounds: ROUNDS },
    { one: agents('Firefox'), other: agents('Testbot') },
  );
  return [
    figureOf(
      'view-count-cost',
      'ratio',
      ratios(counted.cpuSeconds, uncounted.cpuSeconds),
      `processor time of server and database per answer of a profile for visitors who are counted, over programs that are not; ${target}, ${CONNECTIONS} connections, ${VISITORS} user agents, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: 1, balance: 0, pages: false }, measure);

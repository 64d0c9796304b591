// The same page of the same profile, requested with a session and without: what checking a session
// costs.
import { compareCallers, CONNECTIONS, ROUND_MS } from '../callers.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const ROUNDS = 12;
/** Each has a session of their own, so that no answer is cached for one person only. */
const MEMBERS = 200;

const measure = async (stage: Stage): Promise<Figure[]> => {
  const [producer] = stage.producers;
  if (!producer) throw new Error('the fixtures have no producer');
  const target = `GET /api/publics/profiles/${producer.domainName}`;
  const { one: signedIn, other: anonymous } = await compareCallers(
    stage,
    { target, rounds: ROUNDS },
    { one: stage.fans.map(({ token }) => `authorization: Bearer ${token}`), other: [''] },
  );
  const how = `${target}, ${CONNECTIONS} connections, sessions of ${MEMBERS} members, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'authenticated-vs-anonymous',
      'ratio',
      ratios(anonymous.seconds, signedIn.seconds),
      `requests per second with a session, which is checked and whose member may follow or be blocked, over none; ${how}`,
    ),
    figureOf(
      'authenticated-per-second',
      '1/s',
      signedIn.seconds.map((seconds) => 1 / seconds),
      `says more about the machine than about us; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: MEMBERS, producers: 1, balance: 0, pages: false }, measure);

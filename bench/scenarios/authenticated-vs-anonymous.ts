// The same page of the same profile, asked for with a session and without: what checking a session
// costs.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const CONNECTIONS = 16;
const ROUNDS = 12;
const ROUND_MS = 800;
const WARM_ROUNDS = 4;
/** Each has a session of their own, so that no answer is cached for one person only. */
const MEMBERS = 200;

const measure = async ({ port, fans, producers }: Stage): Promise<Figure[]> => {
  const [producer] = producers;
  if (!producer) throw new Error('the fixtures have no producer');
  const driver = openDriver();
  const target = `GET /api/publics/profiles/${producer.domainName}`;
  const signedIn = fans.map(({ token }) => `authorization: Bearer ${token}`);
  const rate = async (callers: string[]): Promise<number> => {
    const { answered, seconds } = await driver.drive({
      port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      target,
      callers,
      bodies: [],
      keyed: false,
    });
    return answered / seconds;
  };
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    await rate(signedIn);
    await rate(['']);
  }
  const rates = { signedIn: [] as number[], anonymous: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.signedIn.push(await rate(signedIn));
    rates.anonymous.push(await rate(['']));
  }
  driver.close();
  const how = `${target}, ${CONNECTIONS} connections, sessions of ${MEMBERS} members, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'authenticated-vs-anonymous',
      'ratio',
      ratios(rates.signedIn, rates.anonymous),
      `requests per second with a session, which is checked and whose member may follow or be blocked, over none; ${how}`,
    ),
    figureOf(
      'authenticated-per-second',
      '1/s',
      rates.signedIn,
      `says more about the machine than about us; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: MEMBERS, producers: 1, balance: 0, pages: false }, measure);

// A flood of log-ins over the bare hash: the cost around hashing, and whether other requests are
// still answered.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ARGON2 } from '../../api/features/auth/password/passwords.ts';
import { type ApiClient, solveCaptcha } from '../../api/api-client.ts';
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const PASSWORD = 'cavalo-bateria-grampo';
const ROUNDS = 8;
const ROUND_MS = 4_000;
/** Enough to keep every core hashing. */
const CONNECTIONS = 8;
/** Each may be tried ten times in a quarter of an hour. */
const MEMBERS = 1_200;
const TRIES_EACH = 4;
const CORES = Math.min(availableParallelism(), 3);
/** The page that other visitors request during the flood. */
const OTHER = 'GET /api/publics/countries';
/**
 * People who read and then ask again: enough answers for a 99th percentile, too few to be a load.
 */
const OTHERS = 4;
const OTHER_PAUSE_MS = 200;

/** Hashes per second with nothing around them, on as many threads as the server hashes with. */
const bareRate = async (stored: string): Promise<number> => {
  const startMs = performance.now();
  let done = 0;
  const keepHashing = async (): Promise<void> => {
    while (performance.now() - startMs < ROUND_MS) {
      await verify(stored, PASSWORD);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CORES }, keepHashing));
  return (done * 1_000) / (performance.now() - startMs);
};

const solved = (port: number): Promise<string> =>
  solveCaptcha({
    call: async () =>
      ((await (await fetch(`http://127.0.0.1:${port}/api/auth/captcha`)).json()) as { data: never })
        .data,
  } as Pick<ApiClient, 'call'>);

/** Log-ins that each come once, because a captcha is accepted once. */
const prepareLogIns = async (
  { port, fans }: Stage,
  count: number,
  from: number,
): Promise<string[]> => {
  const bodies: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { domainName: username } = fans[(from + number) % fans.length] ?? { domainName: '' };
    bodies.push(JSON.stringify({ username, password: PASSWORD, recapcha: await solved(port) }));
  }
  return bodies;
};

/**
 * A device on which every fan has logged in before, as most log-ins are: a new device would also
 * send an email. Returns its cookie.
 */
const knownDevice = async ({ port, fans, database }: Stage): Promise<string> => {
  const body = JSON.stringify({
    username: fans[0]?.domainName,
    password: PASSWORD,
    recapcha: await solved(port),
  });
  const reply = await fetch(`http://127.0.0.1:${port}/api/auth`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-origin': 'CAM' },
  });
  const cookie =
    reply.headers
      .getSetCookie()
      .find((line) => line.startsWith('device='))
      ?.split(';')[0] ?? '';
  const mark = cookie.slice('device='.length).split('.')[0] ?? '';
  await database.query(
    'INSERT INTO known_devices (user_id, device_hash, last_seen_at) SELECT id, $1, now() FROM users ON CONFLICT DO NOTHING',
    [createHash('sha256').update(mark).digest()],
  );
  return cookie;
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  const { port, database } = stage;
  const stored = await hash(PASSWORD, ARGON2);
  await database.query('UPDATE users SET password_hash = $1', [stored]);
  const [flood, other] = [openDriver(), openDriver()];
  const rates = { logIns: [] as number[], bare: [] as number[] };
  const p99 = { flooded: [] as number[], idle: [] as number[] };
  const askOther = () =>
    other.drive({
      port,
      connections: OTHERS,
      durationMs: ROUND_MS,
      target: OTHER,
      callers: [''],
      bodies: [],
      keyed: false,
      pauseMs: OTHER_PAUSE_MS,
    });
  const perRound = Math.floor((MEMBERS * TRIES_EACH) / (ROUNDS + 1));
  const callers = [`cookie: ${await knownDevice(stage)}`];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bodies = await prepareLogIns(stage, perRound, round * perRound);
    const idle = await askOther();
    const before = await bareRate(stored);
    const [{ answered, seconds }, flooded] = await Promise.all([
      flood.drive({
        port,
        connections: CONNECTIONS,
        durationMs: ROUND_MS,
        target: 'POST /api/auth',
        callers,
        bodies,
        keyed: false,
        eachOnce: true,
      }),
      askOther(),
    ]);
    const after = await bareRate(stored);
    // The first warms the server up.
    if (round === 0) continue;
    rates.logIns.push(answered / seconds);
    rates.bare.push((before + after) / 2);
    p99.flooded.push(flooded.p99Ms);
    p99.idle.push(idle.p99Ms);
  }
  flood.close();
  other.close();
  const how = `${CONNECTIONS} connections, a captcha solved beforehand for each log-in, on a device known since today, ${MEMBERS} accounts, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'login-flood-vs-argon2',
      'ratio',
      ratios(rates.logIns, rates.bare),
      `log-ins per second by HTTP over argon2id alone (19 MiB, 2 passes) on ${CORES} threads of the same machine before and after, where the driver runs too; ${how}`,
    ),
    figureOf(
      'login-flood-other-p99',
      'ratio',
      ratios(p99.flooded, p99.idle),
      `99th percentile of ${OTHER} during the flood over the same without it; ${how}`,
    ),
    figureOf(
      'log-ins-per-second',
      '1/s',
      rates.logIns,
      `says more about the machine than about us; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage(
    { fans: MEMBERS, producers: 1, balance: 0, pages: false, settings: { CAPTCHA_COST: '0' } },
    measure,
  );

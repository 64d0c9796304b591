// `npm run test:soak`: a show that is paid by the minute at the real engine, while the engine and
// PostgreSQL are killed. Kills of the application at each step are in
// features/lives/entry/crash.slow.test.ts.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveId } from '@camarim/contract/features/lives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { engineProcess } from '../live/engines.ts';
import { publishTo, type TestPeer, type TestViewer, watchFrom } from '../live/peers.ts';
import { fill, joinProducer } from '../publishing.ts';
import { signalAt } from './broadcasting.ts';
import { enter, openShow, PRICE, setCamera } from './paid-show.ts';
import { openShowApp, type OpenedShowApp } from './show-app.ts';

const TICK_MS = 250;
const BETWEEN_KILLS_MS = 20_000;
const MONEY = 100 * PRICE;
/** For each connection: how late the engine says that media stopped, and a sweep comes. */
const SLACK_MS = 4_000;
const PATIENCE_MS = 120_000;

let home: string;
let opened: OpenedShowApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-kills-'));
  opened = await openShowApp(home);
}, PATIENCE_MS);
afterAll(async () => {
  await opened.close();
  await rm(home, { recursive: true, force: true });
}, PATIENCE_MS);

/** Until it works, as browsers try again. */
const persist = async <T>(act: () => Promise<T>): Promise<T> => {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(TICK_MS))
    try {
      return await act();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
};

/** Producer and fan at the real engine; the application's clock goes as time does. */
const connect = (producer: ApiClient, fan: ApiClient, id: LiveId) => {
  const { world } = opened;
  let [camera, viewer]: [TestPeer?, TestViewer?] = [];
  let [seen, receivedMs, connections, lastMs] = [0, 0, 0, performance.now()];
  const timer = setInterval(() => {
    const nowMs = performance.now();
    world.clock.advance(nowMs - lastMs);
    const count = viewer?.packets.length ?? 0;
    if (count > seen) receivedMs += nowMs - lastMs;
    [seen, lastMs] = [count, nowMs];
  }, TICK_MS);
  const disconnect = async () => {
    await Promise.all(
      [camera?.close(), viewer?.close()].map((closing) => closing?.catch(() => {})),
    );
  };
  return {
    receivedMs: () => receivedMs,
    connections: () => connections,
    open: async () => {
      await disconnect();
      viewer = undefined;
      camera = await persist(() => publishTo(signalAt(world, `/lives/${id}/whip`, producer.token)));
      const watching = await persist(() =>
        watchFrom(signalAt(world, `/lives/${id}/whep`, fan.token)),
      );
      [viewer, seen] = [watching, 0];
      connections += 1;
    },
    close: async () => {
      await disconnect();
      clearInterval(timer);
    },
  };
};

const postgresProcess = async (): Promise<number> =>
  Number((await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

type MoneyState = {
  settled: number;
  open: number;
  delivered: number;
  wallet: number;
  locked: number;
  sum: number;
};
const stored = async ({ profileId }: ApiClient): Promise<MoneyState> =>
  persist(async () => {
    const { rows } = await opened.world.ctx.pool.query(
      `SELECT (SELECT count(*)::int FROM live_payments p JOIN live_entries e ON e.id = p.entry_id
        WHERE e.profile_id = $1 AND p.state = 'settled') AS settled,
         (SELECT count(*)::int FROM live_payments p JOIN live_entries e ON e.id = p.entry_id
           WHERE e.profile_id = $1 AND p.state = 'locked') AS open,
         (SELECT coalesce(sum(delivered_ms), 0)::int FROM live_entries
           WHERE profile_id = $1) AS delivered,
         (SELECT balance::int FROM ledger_accounts WHERE owner_profile_id = $1
           AND kind = 'wallet') AS wallet,
         coalesce((SELECT balance::int FROM ledger_accounts WHERE owner_profile_id = $1
           AND kind = 'escrow'), 0) AS locked,
         (SELECT sum(amount)::int FROM ledger_entries) AS sum`,
      [profileId],
    );
    return rows[0] as MoneyState;
  });

const KILLS = ['engine', 'PostgreSQL', 'engine', 'PostgreSQL', 'both'] as const;

test('kills of the engine and of PostgreSQL bill no undelivered minute and leave nothing locked', async () => {
  const { world } = opened;
  const producer = await joinProducer(world, 'resistente');
  const fan = await world.join('paciente');
  await fill(world, fan, MONEY);
  await setCamera(producer);
  const id = await openShow(producer);
  const media = connect(producer, fan, id);
  try {
    expect((await enter(fan, id)).status).toBe(200);
    await media.open();
    for (const kill of KILLS) {
      const untilMs = media.receivedMs() + BETWEEN_KILLS_MS;
      await expect.poll(media.receivedMs, { timeout: PATIENCE_MS }).toBeGreaterThan(untilMs);
      const pids = [
        ...(kill === 'PostgreSQL' ? [] : [await engineProcess(home)]),
        ...(kill === 'engine' ? [] : [await postgresProcess()]),
      ];
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      if (kill !== 'PostgreSQL') await media.open();
      const { delivered } = await stored(fan);
      expect(delivered).toBeLessThan(media.receivedMs() + media.connections() * SLACK_MS);
    }
    const atKill = (await stored(fan)).delivered;
    await expect
      .poll(async () => (await stored(fan)).delivered, { timeout: PATIENCE_MS })
      .toBeGreaterThan(atKill);
    await persist(() => producer.call('DELETE /lives/{id}', { params: { id } }));
  } finally {
    await media.close();
  }
  await expect.poll(async () => (await stored(fan)).open, { timeout: PATIENCE_MS }).toBe(0);
  const { settled, delivered, ...money } = await stored(fan);
  process.stdout.write(
    `received ${Math.round(media.receivedMs() / 1_000)} s, counted ${Math.round(delivered / 1_000)} s, ${settled} minutes paid, ${KILLS.length} kills\n`,
  );
  expect(settled).toBe(Math.floor(delivered / 60_000) + 1);
  expect(delivered).toBeLessThan(media.receivedMs() + media.connections() * SLACK_MS);
  expect(delivered).toBeGreaterThan(media.receivedMs() / 2);
  expect(money).toEqual({ open: 0, wallet: MONEY - settled * PRICE, locked: 0, sum: 0 });
  expect(await world.ctx.ledger.checkInvariants()).toEqual([]);
}, 900_000);

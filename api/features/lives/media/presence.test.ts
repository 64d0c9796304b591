// What a room hears of who comes and goes: the count at once, the last one always, and names of
// few.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { signalAt } from '../../../testing/lives/broadcasting.ts';
import { openShow } from '../../../testing/lives/paid-show.ts';
import { block, joinProducer } from '../../../testing/publishing.ts';
import { applyEvent } from './sync-engine.ts';

const WINDOW_MS = 3_000;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ live: (clock) => scriptedEngine(clock) });
});

const heard = async (id: LiveId) => {
  const { rows } = await app.ctx.pool.query(
    "SELECT payload->'payload' AS payload FROM outbox WHERE event = 'lives' AND payload->'payload'->>'id' = $1 AND payload->'payload' ? 'watchers' ORDER BY id",
    [id],
  );
  return rows.map(({ payload }) => ({ ...payload, id: undefined }));
};
const watch = async (person: ApiClient, id: LiveId): Promise<void> => {
  await signalAt(app, `/lives/${id}/whep`, person.token)('v=0');
};
const leave = async (person: ApiClient, id: LiveId): Promise<void> => {
  const { rows } = await app.ctx.pool.query(
    'SELECT id FROM live_viewers WHERE live_id = $1 AND profile_id = $2 AND left_at IS NULL',
    [id, person.profileId],
  );
  for (const { id: peer } of rows)
    await person.call('DELETE /lives/{id}/whep/{peer}', { params: { id, peer } });
};
const windowPasses = async (): Promise<void> => {
  app.clock.advance(WINDOW_MS);
  await app.runJobs();
};
const namesIn = (events: Awaited<ReturnType<typeof heard>>) =>
  events.flatMap(({ joined = [] }) =>
    joined.map(({ domainName }: { domainName: string }) => domainName),
  );

/** A party on air, and people who may watch it. */
const room = async (name: string, count: number) => {
  const producer = await joinProducer(app, name);
  const fans = await Promise.all(
    Array.from({ length: count }, (_, index) => app.join(`${name}${index}`)),
  );
  const id = await openShow(producer);
  await app.ctx.pool.query('UPDATE lives SET published_at = $2 WHERE id = $1', [
    id,
    app.clock.now(),
  ]);
  return { producer, fans: fans as [ApiClient, ...ApiClient[]], id };
};

test('the count comes at once and not with each coming, and the last one always, with who came', async () => {
  const { fans, id } = await room('salao', 4);
  for (const fan of fans) await watch(fan, id);
  expect(await heard(id)).toEqual([{ watchers: 1 }]);
  await windowPasses();
  const [, last, ...more] = await heard(id);
  expect(more).toEqual([]);
  expect(last).toMatchObject({ watchers: 4, joinedCount: 4 });
  expect(namesIn([last]).toSorted()).toEqual(fans.map(({ domainName }) => domainName).toSorted());
  await windowPasses();
  await windowPasses();
  expect(await heard(id)).toHaveLength(2);
});

test('a page that is loaded again is no coming and going, and who stays away has left', async () => {
  const { fans, id } = await room('recarga', 2);
  const [fan] = fans;
  for (const one of fans) await watch(one, id);
  await windowPasses();
  const before = (await heard(id)).length;
  await leave(fan, id);
  await watch(fan, id);
  for (let windows = 0; windows < 4; windows += 1) await windowPasses();
  const after = (await heard(id)).slice(before);
  expect(after.every(({ joined, left }) => joined === undefined && left === undefined)).toBe(true);
  expect(after.at(-1)).toEqual({ watchers: 2 });
  const then = (await heard(id)).length;
  await leave(fan, id);
  for (let windows = 0; windows < 4; windows += 1) await windowPasses();
  const gone = (await heard(id)).slice(then);
  expect(gone.filter(({ left }) => left !== undefined)).toEqual([{ watchers: 1, left: 1 }]);
});

test('each open show hears once that its connections are gone when the engine was started again', async () => {
  const [one, other, ended] = await Promise.all(
    ['queda', 'outraqueda', 'jafoi'].map((name) => room(name, 0)),
  );
  if (!one || !other || !ended) throw new Error('three shows were opened');
  await ended.producer.call('DELETE /lives/{id}', { params: { id: ended.id } });
  const restart = { type: 'engine.restarted', id: 'second-0', at: app.clock.now() } as const;
  // As in two processes of the application.
  await applyEvent(app.ctx, restart);
  await applyEvent(app.ctx, restart);
  const lost = async ({ id }: { id: LiveId }) => {
    const { rows } = await app.ctx.pool.query(
      "SELECT payload->'topics' AS topics FROM outbox WHERE event = 'lives' AND payload->'payload' = $1::jsonb",
      [JSON.stringify({ id, connectionsLost: true })],
    );
    return rows.map(({ topics }) => topics);
  };
  expect(await lost(one)).toEqual([[`live:${one.id}`]]);
  expect(await lost(other)).toEqual([[`live:${other.id}`]]);
  expect(await lost(ended)).toEqual([]);
  await applyEvent(app.ctx, { ...restart, id: 'third-0' });
  expect(await lost(one)).toHaveLength(2);
});

test('a person who is hidden from a watcher is counted, and not named', async () => {
  const { fans, id } = await room('discreto', 3);
  const [fan, hidden, other] = fans as [ApiClient, ApiClient, ApiClient];
  await block(app, fan, hidden);
  await watch(fan, id);
  await windowPasses();
  await watch(hidden, id);
  await watch(other, id);
  for (let windows = 0; windows < 2; windows += 1) await windowPasses();
  const events = await heard(id);
  expect(events.at(-1)).toMatchObject({ watchers: 3, joinedCount: 2 });
  expect(namesIn(events)).toEqual([fan.domainName, other.domainName]);
});

test('a room of more than a hundred hears how many came, and no names', async () => {
  const { fans, id } = await room('lotado', 1);
  const { rowCount } = await app.ctx.pool.query(
    `WITH u AS (INSERT INTO users (id, email, created_at)
        SELECT uuidv7(), 'lotado' || n || '@example.com', now() FROM generate_series(1, 100) n
        RETURNING id, email),
      p AS (INSERT INTO profiles (id, user_id, domain_name, display_name, created_at)
        SELECT id, id, 'plateia' || substring(email FROM '\\d+'), 'Plateia', now() FROM u
        RETURNING id)
    INSERT INTO live_viewers (id, live_id, profile_id, joined_at)
      SELECT uuidv7(), $1, id, $2 FROM p`,
    [id, app.clock.now()],
  );
  expect(rowCount).toBe(100);
  await watch(fans[0], id);
  for (let windows = 0; windows < 2; windows += 1) await windowPasses();
  expect((await heard(id)).at(-1)).toEqual({ watchers: 101, joinedCount: 101 });
});

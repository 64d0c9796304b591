// Frames of shows in the review of content: what is shown together, in which order, and what a
// refusal does to the show and its producer.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { ReviewCause } from '@camarim/contract/features/reviews/reasons';
import { DAY_MS } from '@camarim/contract/time';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { partyOf } from '../../../testing/lives/party.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { until } from '../../../testing/until.ts';
import { deleteOldFrames } from './jobs.ts';
import { keepFrame } from './keep-frame.ts';

let app: TestApp;
let moderator: ApiClient;
let other: ApiClient;
const muted: [string, string, boolean][] = [];

beforeAll(async () => {
  app = await testApp({
    live: (clock) => ({
      ...scriptedEngine(clock),
      mute: async (room, kind, on) => void muted.push([room, kind, on]),
    }),
  });
  moderator = await joinAdmin(app, 'moderadora', 'moderation');
  other = await joinAdmin(app, 'outramoderadora', 'moderation');
});

let producers = 0;
let producer: ApiClient;
let liveId: LiveId;
beforeEach(async () => {
  producer = await joinProducer(app, `noite${(producers += 1)}`);
  liveId = await partyOf(app, producer);
});

/** As a frame is kept that the engine gave; `report` needs a report and has a test of its own. */
const take = async (cause: ReviewCause = 'all'): Promise<LiveFrameId> => {
  app.clock.advance(1_000);
  const id = newId() as LiveFrameId;
  await transaction(app.ctx.db, (tx) =>
    keepFrame(tx, {
      id,
      liveId,
      producerId: producer.profileId,
      kind: 'regular',
      cause,
      hash: 0n,
      blocked: cause === 'match',
      hasPicture: true,
      reportId: null,
      now: app.clock.now(),
    }),
  );
  return id;
};
const itemsOf = async (person = moderator) =>
  (await person.call('GET /dsb/reviews', { query: { limit: 20 } })).items.filter(
    ({ show }) => show?.id === liveId,
  );
type Item = Awaited<ReturnType<typeof itemsOf>>[number];
const framesIn = (item: Item | undefined) => item?.show?.frames.map(({ id }) => id);
const approve = ({ id, version }: { id: string; version: number }, person = moderator) =>
  person.ask('POST /dsb/reviews/{id}', { params: { id }, body: { outcome: 'approved', version } });
const refuse = ({ id, version }: { id: string; version: number }) =>
  moderator.call('POST /dsb/reviews/{id}', {
    params: { id },
    body: { outcome: 'refused', version, reason: 'minor', note: 'No canto.' },
  });
const report = () =>
  app.fan.call('POST /reports', {
    body: { targetKind: 'live', targetId: liveId, reason: 'noConsent', text: 'vejam' },
  });

test('frames of a show wait as one item, and one that is taken after a look at them waits in the next', async () => {
  const first = [await take(), await take()];
  const [item] = await itemsOf();
  expect(item).toMatchObject({
    kind: 'frames',
    cause: 'all',
    text: `Festa de ${producer.domainName}`,
  });
  expect(framesIn(item)).toEqual(first);
  expect(item?.show?.frames[0]?.url).toBe(`/api/dsb/lives/frames/${first[0]}/image`);
  const later = await take();
  expect((await itemsOf()).map(framesIn)).toEqual([first, [later]]);
  expect((await approve(item as never)).status).toBe(200);
  expect((await itemsOf()).map(framesIn)).toEqual([[later]]);
  const kept = await moderator.call('GET /dsb/lives/frames', { query: { liveId } });
  expect(kept.map(({ reviewedAt }) => reviewedAt === null)).toEqual([true, false, false]);
  expect((await moderator.call('GET /dsb/lives')).find(({ id }) => id === liveId)?.frames).toBe(1);
});

test('two people who look and decide again and again while frames arrive decide on each frame once', async () => {
  const taken: LiveFrameId[] = [];
  const decided: LiveFrameId[] = [];
  const decide = async (item: Item | undefined, person: ApiClient): Promise<void> => {
    if (!item) return;
    const { status, reply } = await approve(item, person);
    if (status === 200) decided.push(...(framesIn(item) ?? []));
    else expect(['review.alreadyDecided', 'review.changed']).toContain(reply.code);
  };
  for (let round = 0; round < 6; round += 1) {
    const [frames, [mine], [theirs]] = await Promise.all([
      Promise.all([take(), take(), take()]),
      itemsOf(),
      itemsOf(other),
    ]);
    taken.push(...frames);
    await Promise.all([
      decide(mine, moderator),
      decide(theirs, other),
      take().then((id) => taken.push(id)),
    ]);
  }
  for (const item of await itemsOf()) await decide(item, moderator);
  expect(await itemsOf(other)).toEqual([]);
  expect(decided.toSorted()).toEqual(taken.toSorted());
  const kept = await moderator.call('GET /dsb/lives/frames', { query: { liveId } });
  expect(kept.map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
});

test('a frame that is taken while its item is decided waits in another item', async () => {
  const first = await take();
  const { rows } = await app.ctx.pool.query<{ id: string; version: number }>(
    "SELECT id, version FROM content_reviews WHERE producer_id = $1 AND state = 'waiting'",
    [producer.profileId],
  );
  const [item] = rows;
  if (!item) throw new Error('nothing waits');
  const waiting = async (): Promise<number> => {
    const { rows: blocked } = await app.ctx.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
        AND pg_blocking_pids(pid) <> '{}'`,
    );
    return blocked[0]?.count ?? 0;
  };
  // Both wait for the item, the decision first.
  const { decision, later } = await transaction(app.ctx.db, async (tx) => {
    await sql`SELECT FROM content_reviews WHERE id = ${item.id}::uuid FOR UPDATE`.execute(tx);
    const deciding = approve(item);
    await until(async () => (await waiting()) === 1);
    const taking = take();
    await until(async () => (await waiting()) === 2);
    return { decision: deciding, later: taking };
  });
  expect((await decision).status).toBe(200);
  const next = await later;
  expect((await itemsOf()).map(framesIn)).toEqual([[next]]);
  const kept = await moderator.call('GET /dsb/lives/frames', { query: { liveId } });
  expect(kept.map(({ id, reviewedAt }) => [id, reviewedAt === null])).toEqual([
    [next, true],
    [first, false],
  ]);
});

test('one item has ten frames of a show at most', async () => {
  for (let count = 0; count < 11; count += 1) await take();
  expect((await itemsOf()).map((item) => framesIn(item)?.length)).toEqual([10, 1]);
});

test('people who were declared to appear in a show are beside its frames', async () => {
  const performerId = newId();
  await app.ctx.pool.query(
    `INSERT INTO performers (id, producer_id, stage_name, document_hash, consent, answered_at,
       review, reviewed_at, reviewed_by, created_at)
     VALUES ($1, $2, 'Duda', decode(md5($3), 'hex'), 'given', $4, 'approved', $4, $2, $4)`,
    [performerId, producer.profileId, liveId, app.clock.now()],
  );
  await app.ctx.pool.query('INSERT INTO live_performers (live_id, performer_id) VALUES ($1, $2)', [
    liveId,
    performerId,
  ]);
  await take();
  expect((await itemsOf())[0]?.performers).toEqual([{ stageName: 'Duda', verified: true }]);
});

test('frames that look like something taken down come before older content', async () => {
  const [usual, match] = [await take('newProducer'), await take('match')];
  expect((await itemsOf()).map(framesIn)).toEqual([[match], [usual]]);
  expect((await moderator.call('GET /dsb/lives')).find(({ id }) => id === liveId)).toMatchObject({
    frames: 2,
    blockedFrames: 1,
  });
});

test('frames before a report wait once more, together, as its evidence', async () => {
  const frames = [await take(), await take()];
  const [seen] = await itemsOf();
  expect((await approve(seen as never)).status).toBe(200);
  await report();
  const items = await itemsOf();
  expect(items.map(({ cause }) => cause)).toEqual(['report']);
  expect(items.map(framesIn)).toEqual([frames]);
});

test('frames that look like something taken down stay first when the show is reported', async () => {
  const match = await take('match');
  await report();
  const items = await itemsOf();
  expect(items.map(({ cause }) => cause)).toEqual(['match']);
  expect(items.map(framesIn)).toEqual([[match]]);
});

test('a report leaves waiting frames in their item, which someone may be deciding, and raises it', async () => {
  const frames = [await take()];
  const [shown] = await itemsOf();
  await report();
  const items = await itemsOf();
  expect(items.map(({ id, cause }) => [id, cause])).toEqual([[shown?.id, 'report']]);
  expect(items.map(framesIn)).toEqual([frames]);
  expect(await refuse(shown as never)).toEqual({ strikes: 1 });
});

test('a report takes frames of an item that was decided into a new one, and leaves those that wait', async () => {
  const passed = await take();
  const [seen] = await itemsOf();
  expect((await approve(seen as never)).status).toBe(200);
  const waiting = await take();
  await report();
  const items = await itemsOf();
  expect(items.map(({ cause }) => cause)).toEqual(['report', 'report']);
  expect(items.map(framesIn)).toEqual([[waiting], [passed]]);
});

test('a refusal of frames pauses the show, counts as a strike, and its producer reads the reason', async () => {
  await take();
  const [item] = await itemsOf();
  expect(await refuse(item as never)).toEqual({ strikes: 1 });
  const shown = (await moderator.call('GET /dsb/lives')).find(({ id }) => id === liveId);
  expect(shown).toMatchObject({ withheld: true, decisions: [{ decision: 'pause' }] });
  muted.length = 0;
  await app.runJobs();
  expect(muted.filter(([room]) => room === liveId)).toEqual([
    [liveId, 'video', true],
    [liveId, 'audio', true],
  ]);
  const [notice] = await producer.call('GET /profiles/notifications');
  expect(notice).toMatchObject({ type: 'liveDecided' });
  expect(notice?.text).toMatch(/menos de 18.*No canto\./);
  const { items } = await moderator.call('GET /dsb/reviews/producer/{producerId}', {
    params: { producerId: producer.profileId },
  });
  expect(items).toMatchObject([{ kind: 'frames', reason: 'minor', counts: true }]);
  const restored = await other.call('POST /dsb/reviews/{id}/restore', {
    params: { id: item?.id ?? '' },
    body: { reason: 'Era um boneco.' },
  });
  expect(restored).toEqual({ published: false });
});

test('a refusal of frames of a show that has ended counts as well', async () => {
  await take();
  const [item] = await itemsOf();
  await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
  expect((await itemsOf())[0]?.show).toMatchObject({ ended: true });
  expect(await refuse(item as never)).toEqual({ strikes: 1 });
});

test('several refused items of one show are one strike for each reason, and pause it once', async () => {
  for (let count = 0; count < 11; count += 1) await take();
  await refuse((await itemsOf())[0] as never);
  expect(await refuse((await itemsOf())[0] as never)).toEqual({ strikes: 1 });
  await take();
  const [third] = await itemsOf();
  const copied = await moderator.call('POST /dsb/reviews/{id}', {
    params: { id: third?.id ?? '' },
    body: { outcome: 'refused', version: third?.version ?? 0, reason: 'copyright', note: '' },
  });
  expect(copied).toEqual({ strikes: 2 });
  const notices = await producer.call('GET /profiles/notifications');
  expect(notices.filter(({ type }) => type === 'liveDecided')).toHaveLength(1);
});

test('the email about refused frames of a show that has ended does not say that it was paused', async () => {
  await take();
  const [item] = await itemsOf();
  await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
  await refuse(item as never);
  await app.runJobs();
  const { rows } = await app.ctx.pool.query<{ subject: string; text: string }>(
    'SELECT subject, text FROM inbox_mails WHERE recipient LIKE $1 ORDER BY received_at DESC',
    [`${producer.domainName}%`],
  );
  const email = rows.find(({ text }) => text.includes('No canto.'));
  expect(email?.subject).toBe('Recusamos quadros do seu show');
  expect(email?.text).toContain('Se o show ainda está no ar, ele fica pausado');
});

test('frames that one person has claimed are neither shown to nor decided by another', async () => {
  await take();
  const [item] = await itemsOf();
  const id = item?.id ?? '';
  await moderator.call('POST /dsb/todo/{kind}/{id}/claim', {
    params: { kind: 'contentReview', id },
  });
  expect(await itemsOf(other)).toEqual([]);
  expect((await approve(item as never, other)).reply.code).toBe('decision.claimed');
  expect((await approve(item as never)).status).toBe(200);
});

/** Moves the clock and deletes what is old then; tokens of before have expired. */
const passDays = async (days: number) => {
  app.clock.advance(days * DAY_MS);
  await deleteOldFrames(app.ctx);
  [producer, moderator, other] = await Promise.all([
    app.join(producer.domainName),
    app.join('moderadora'),
    app.join('outramoderadora'),
  ]);
};
const keptFrames = async () =>
  (await moderator.call('GET /dsb/lives/frames', { query: { liveId } })).length;

test('refused frames are kept while the refusal may be contested, those that passed for their week', async () => {
  await take();
  const [passed] = await itemsOf();
  await approve(passed as never);
  await take();
  const [refused] = await itemsOf();
  await refuse(refused as never);
  expect(await keptFrames()).toBe(2);
  await passDays(8);
  expect(await keptFrames()).toBe(1);
  await passDays(app.ctx.config.APPEAL_DAYS - 7);
  expect(await keptFrames()).toBe(0);
});

test('refused frames are kept until an appeal against the refusal is answered', async () => {
  await take();
  const [item] = await itemsOf();
  await refuse(item as never);
  const { id } = await producer.call('POST /profiles/help', {
    body: { message: 'Era um boneco.', decision: item?.id },
  });
  await passDays(app.ctx.config.APPEAL_DAYS + 1);
  expect(await keptFrames()).toBe(1);
  await other.call('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'Mantemos.', outcome: 'upheld' },
  });
  await passDays(0);
  expect(await keptFrames()).toBe(0);
});

test('the review of frames is over when the last of them is deleted', async () => {
  await take();
  await passDays(4);
  const later = await take();
  const stateOf = async () =>
    (
      await app.ctx.pool.query<{ state: string }>(
        'SELECT state FROM content_reviews WHERE producer_id = $1',
        [producer.profileId],
      )
    ).rows.map(({ state }) => state);
  await passDays(4);
  expect((await itemsOf()).map(framesIn)).toEqual([[later]]);
  expect(await stateOf()).toEqual(['waiting']);
  await passDays(4);
  expect(await stateOf()).toEqual([]);
});

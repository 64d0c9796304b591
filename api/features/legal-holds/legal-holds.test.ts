// Data under a legal hold is erased by none of the ways in which data is erased, and by the same
// way after the release, which is each test's control.
import type { MediaId } from '@camarim/contract/ids';
import { HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { follow, send } from '../../testing/chatting.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import { forgetDestinations } from '../funds/index.ts';
import { joinProducer, open, publish, storedKeys } from '../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;
let seed = 8_000;
beforeAll(async () => {
  app = await testApp({ settings: { APPEAL_DAYS: '1' } });
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});
beforeEach(async () => {
  app.clock.advance(5_001);
  admin = await app.join('chefia');
  author = await app.join('autora');
  app.fan = await app.join('davi');
  await stepUp(app, admin);
});

type Kind = 'account' | 'post' | 'media';
const hold = (subjectKind: Kind, subjectId: string) =>
  admin.call('POST /dsb/legal-holds', { body: { subjectKind, subjectId, reason: 'Ofício 12' } });
const release = async ({ id }: { id: string }) => {
  await admin.call('POST /dsb/legal-holds/{id}/release', {
    params: { id },
    body: { reason: 'Prazo encerrado' },
  });
  await run('legalHolds.erase');
};
const run = async (job: 'legalHolds.erase' | 'decisions.erase') => {
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, job, {}));
  await app.runJobs();
};
const postOf = () => publish(app, author, { seed: (seed += 1), text: 'na rede' });
const filesOf = async (mediaIds: readonly MediaId[]) =>
  (await storedKeys(app)).filter((key) => mediaIds.some((id) => key.includes(id))).length;
const decide = async (postId: string, reason: 'fraud' | 'intimateImage') => {
  const { id } = await app.fan.call('POST /reports', {
    body: { targetKind: 'post', targetId: postId, reason },
  });
  await admin.call('POST /dsb/reports/{id}', {
    params: { id },
    body: { outcome: 'removed', reason: 'conferido' },
  });
};

describe('the files of a post stay under a legal hold and go after its release', () => {
  type Post = Awaited<ReturnType<typeof postOf>>;
  const holds: Record<Kind, (post: Post) => string> = {
    account: () => author.profileId,
    post: ({ id }) => id,
    media: ({ mediaIds }) => mediaIds[0] ?? '',
  };
  const ways: Record<string, (post: Post) => Promise<unknown>> = {
    'its owner deletes it': ({ id }) => author.call('DELETE /posts/{id}', { params: { id } }),
    'a decision erases it at once': ({ id }) => decide(id, 'intimateImage'),
    'the job of removed content runs': async ({ id }) => {
      await decide(id, 'fraud');
      app.clock.advance(25 * HOUR_MS);
      await run('decisions.erase');
      admin = await app.join('chefia');
      await stepUp(app, admin);
    },
  };

  test.each(
    Object.keys(ways).flatMap((way) =>
      (Object.keys(holds) as Kind[]).map((kind) => [way, kind] as const),
    ),
  )(
    'the files of a post under a legal hold stay when %s (hold on the %s), and go after its release',
    async (way, kind) => {
      const made = await postOf();
      const placed = await hold(kind, holds[kind](made));
      const before = await filesOf(made.mediaIds);
      expect(before).toBeGreaterThan(0);
      const url = (await author.call('GET /posts/{id}', { params: { id: made.id } })).medias[0]
        ?.lgThumb;
      await ways[way]?.(made);
      await app.runJobs();
      app.clock.advance(5_001);
      expect(await filesOf(made.mediaIds)).toBe(before);
      expect((await open(app, app.fan, url)).statusCode).not.toBe(200);
      await run('legalHolds.erase');
      expect(await filesOf(made.mediaIds)).toBe(before);
      await release(placed);
      await run('decisions.erase');
      expect(await filesOf(made.mediaIds)).toBe(0);
    },
  );

  test('the files of a post under a legal hold stay when the job that erases them was enqueued before it', async () => {
    const made = await postOf();
    await author.call('DELETE /posts/{id}', { params: { id: made.id } });
    const placed = await hold('media', made.mediaIds[0] ?? '');
    await app.runJobs();
    expect(await filesOf(made.mediaIds)).toBeGreaterThan(0);
    await release(placed);
    expect(await filesOf(made.mediaIds)).toBe(0);
  });
});

test('evidence of child safety stays when its owner deletes the post, until the decision, without a hold', async () => {
  const made = await postOf();
  const { id } = await app.fan.call('POST /reports', {
    body: { targetKind: 'post', targetId: made.id, reason: 'minor' },
  });
  await author.ask('DELETE /posts/{id}', { params: { id: made.id } });
  await run('legalHolds.erase');
  expect(await filesOf(made.mediaIds)).toBeGreaterThan(0);
  await admin.call('POST /dsb/reports/{id}', {
    params: { id },
    body: { outcome: 'dismissed', reason: 'conferido' },
  });
  await run('legalHolds.erase');
  expect(await filesOf(made.mediaIds)).toBe(0);
});

test('an account under hold is not removed, and a job that erases it waits for the release', async () => {
  const person = await app.join('retida');
  await app.ctx.pool.query("UPDATE profiles SET about = 'minha bio' WHERE id = $1", [
    person.profileId,
  ]);
  const ticket = () =>
    app.ctx.pool.query('SELECT message FROM help_tickets WHERE profile_id = $1', [
      person.profileId,
    ]);
  await person.call('POST /profiles/help', { body: { message: 'guarde isto' } });
  const placed = await hold('account', person.profileId);
  const erase = () =>
    transaction(app.ctx.db, (tx) =>
      app.ctx.jobs.enqueue(tx, 'auth.erase', { profileId: person.profileId }),
    );
  await person.call('POST /auth/remove');
  await app.runJobs();
  const email = ((await app.ctx.mail.inbox?.list(50)) ?? []).find(
    ({ to, text }) => to === 'retida@example.com' && text.includes('account/remove#'),
  );
  const token = /account\/remove#([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
  const confirm = () =>
    app.visitor.ask('POST /auth/remove-confirm', {
      body: { token, email: 'retida@example.com', password: TEST_PASSWORD },
    });
  expect((await confirm()).reply.code).toBe('account.held');
  await erase();
  await app.runJobs();
  expect((await ticket()).rows).toHaveLength(1);
  await release(placed);
  expect((await confirm()).status).toBe(200);
  await app.runJobs();
  expect((await ticket()).rows).toHaveLength(0);
});

test('a hold that is placed while a removed account is erased ends that, and the release goes on with it', async () => {
  const person = await app.join('apagada');
  await person.call('POST /profiles/help', { body: { message: 'guarde isto' } });
  const tickets = async () =>
    (await app.ctx.pool.query('SELECT FROM help_tickets WHERE profile_id = $1', [person.profileId]))
      .rows.length;
  await app.ctx.pool.query(
    `INSERT INTO profile_notes (writer_id, profile_id, raw, created_at, updated_at) VALUES ($1,
      $2, 'x', now(), now())`,
    [person.profileId, app.stranger.profileId],
  );
  // An administrator is as fast as the step that erases notes, which is before the one of tickets.
  await app.ctx.pool.query(`
    CREATE FUNCTION hold_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO legal_holds (id, subject_kind, subject_id, owner_id, reason, placed_by, placed_at)
      VALUES (uuidv7(), 'account', OLD.writer_id, OLD.writer_id, 'Ofício 13', '${admin.profileId}', now());
      RETURN OLD;
    END $$;
    CREATE TRIGGER hold_now BEFORE DELETE ON profile_notes FOR EACH ROW EXECUTE FUNCTION hold_now()`);
  const profileId = person.profileId;
  await app.ctx.pool.query(
    'UPDATE users SET removed_at = now(), blocked_at = now() WHERE id = (SELECT user_id FROM profiles WHERE id = $1)',
    [profileId],
  );
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'auth.erase', { profileId }));
  await app.runJobs();
  await app.ctx.pool.query('DROP TRIGGER hold_now ON profile_notes; DROP FUNCTION hold_now()');
  expect(await tickets()).toBe(1);
  const [placed] = await admin.call('GET /dsb/legal-holds', {
    query: { ownerId: profileId },
  });
  await release({ id: placed?.id ?? '' });
  await app.runJobs();
  expect(await tickets()).toBe(0);
});

test('the bank destination of an old cash-out of a held account stays until the release', async () => {
  const ids = [author.profileId, app.producer.profileId];
  for (const profileId of ids)
    await app.ctx.pool.query(
      `INSERT INTO cash_outs (id, profile_id, status, amount_centavos, fee_centavos, sealed,
        destination, provider, created_at, day, finished_at)
       VALUES (uuidv7(),
         $1, 'paid', 1000, 0, 'x', '***', 'pix', '2020-01-01', '2020-01-01', '2020-01-02')`,
      [profileId],
    );
  const placed = await hold('account', author.profileId);
  const kept = async () => {
    await forgetDestinations(app.ctx.db, app.clock.now());
    const { rows } = await app.ctx.pool.query(
      'SELECT profile_id FROM cash_outs WHERE sealed IS NOT NULL AND profile_id = ANY($1)',
      [ids],
    );
    return rows.map((row) => row.profile_id);
  };
  expect(await kept()).toEqual([author.profileId]);
  await release(placed);
  expect(await kept()).toEqual([]);
});

test('the text of a message that a held account takes back stays until the release', async () => {
  await follow(app.fan, author);
  const placed = await hold('account', author.profileId);
  const { reply } = await send(author, app.fan, { message: 'apague isto' });
  const id = reply.data.id;
  await author.call('DELETE /chats/messages/{id}', { params: { id } });
  const stored = async () =>
    (await app.ctx.pool.query('SELECT text FROM messages WHERE id = $1', [id])).rows[0]?.text;
  expect(await stored()).toBe('apague isto');
  await release(placed);
  expect(await stored()).toBe('');
});

test('sweeps of old notifications leave those of a held account', async () => {
  const person = await app.join('avisada');
  const insert = (profileId: string) =>
    app.ctx.pool.query(
      "INSERT INTO notifications (id, profile_id, type, created_at) VALUES (uuidv7(), $1, 'topUp', '2020-01-01')",
      [profileId],
    );
  await insert(person.profileId);
  await insert(app.stranger.profileId);
  const placed = await hold('account', person.profileId);
  const counts = async () => {
    await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'notifications.sweep', {}));
    await app.runJobs();
    const { rows } = await app.ctx.pool.query(
      "SELECT count(*) FILTER (WHERE profile_id = $1)::int AS held, count(*) FILTER (WHERE profile_id = $2)::int AS other FROM notifications WHERE type = 'topUp'",
      [person.profileId, app.stranger.profileId],
    );
    return rows[0];
  };
  expect(await counts()).toEqual({ held: 1, other: 0 });
  await release(placed);
  expect(await counts()).toEqual({ held: 0, other: 0 });
});

test('a legal hold needs the right, a fresh proof and a reason, is placed once, and is audited', async () => {
  const { id, mediaIds } = await postOf();
  const support = await joinAdmin(app, 'atendimento', 'support');
  const body = { subjectKind: 'post', subjectId: id, reason: 'Ofício 12' } as const;
  const codeOf = async (person: ApiClient, changes = {}) =>
    (await person.ask('POST /dsb/legal-holds', { body: { ...body, ...changes } })).reply.code;
  expect(await codeOf(support)).toBe('auth.rightMissing');
  expect(await codeOf(admin, { reason: ' ' })).toBe('validate.invalidRequest');
  expect(await codeOf(admin, { subjectId: mediaIds[0] })).toBe('legalHold.noSubject');
  expect(await codeOf(admin, { subjectKind: 'account', subjectId: admin.profileId })).toBe(
    'decision.own',
  );
  const placed = await hold('post', id);
  expect(await codeOf(admin)).toBe('legalHold.alreadyHeld');
  const [listed] = await admin.call('GET /dsb/legal-holds', {
    query: { ownerId: author.profileId },
  });
  expect(listed).toMatchObject({ id: placed.id, subjectId: id, reason: 'Ofício 12' });
  app.clock.advance(11 * MINUTE_MS);
  expect(await codeOf(admin)).toBe('stepUp.required');
  await stepUp(app, admin);
  await release(placed);
  const { rows } = await app.ctx.pool.query(
    'SELECT action, reason FROM admin_log WHERE subject_id = $1 ORDER BY id',
    [placed.id],
  );
  expect(rows).toEqual([
    { action: 'legalHold.placed', reason: 'Ofício 12' },
    { action: 'legalHold.released', reason: 'Prazo encerrado' },
  ]);
});

test('the list is searched by owner, reason and id, and a release names who made it', async () => {
  const post = await postOf();
  const placed = await hold('post', post.id);
  const list = async (query: Record<string, string>) =>
    (
      await admin.call('GET /dsb/legal-holds', {
        query: { limit: 50, offset: 0, ...query },
      })
    ).map(({ id }) => id);
  for (const search of ['autora', 'ofício 12', post.id.toUpperCase()])
    expect(await list({ search })).toContain(placed.id);
  for (const search of ['davi', 'ofício 13', placed.id])
    expect(await list({ search })).not.toContain(placed.id);
  await release(placed);
  expect(await list({ search: post.id })).toEqual([]);
  const [released] = await admin.call('GET /dsb/legal-holds', {
    query: { search: post.id, released: 'true', limit: 50, offset: 0 },
  });
  expect(released).toMatchObject({
    id: placed.id,
    placedBy: { domainName: 'chefia' },
    releasedBy: { domainName: 'chefia' },
    releaseReason: 'Prazo encerrado',
  });
});

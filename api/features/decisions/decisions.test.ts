// Content that a decision removed: hidden at once, back exactly as it was after a won appeal,
// erased when the time is over; who may decide about the appeal, also at the same moment; and both
// sides' reasons.
import type { Routes } from '@camarim/contract';
import type { BodyOf } from '@camarim/contract/route';
import type { MediaId, PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { newPicture } from '../../testing/orders/ordering.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill, joinProducer, open, publish, storedKeys } from '../../testing/publishing.ts';
import { eraseRemoved } from './erase-removed.ts';

/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

let app: TestApp;
let author: ApiClient;
let admin: ApiClient;
let other: ApiClient;
let seed = 3_000;
beforeAll(async () => {
  app = await testApp({ settings: { APPEAL_DAYS: '3' } });
  author = await joinProducer(app, 'autora');
  admin = await joinAdmin(app, 'chefia');
  other = await joinAdmin(app, 'revisao', 'moderation');
});
beforeEach(async () => {
  app.clock.advance(MOMENT_MS);
  await signIn();
});

type ReportBody = BodyOf<Routes['POST /reports']>;
type Target = Pick<ReportBody, 'targetKind' | 'targetId'>;
const report = async (person: ApiClient, target: Target, reason: ReportBody['reason'] = 'fraud') =>
  (await person.call('POST /reports', { body: { ...target, reason } })).id;
const decide = (id: string, outcome: 'removed' | 'dismissed', reason = 'conferido') =>
  admin.ask('POST /dsb/reports/{id}', { params: { id }, body: { outcome, reason } });
const appeal = (person: ApiClient, decision: string) =>
  person.ask('POST /profiles/help', { body: { message: 'Não concordo.', decision } });
const answer = (person: ApiClient, id: string, outcome: 'upheld' | 'overturned') =>
  person.ask('POST /dsb/help/{id}', { params: { id }, body: { answer: 'Revimos.', outcome } });
const postOf = async (terms = {}) => {
  const made = await publish(app, author, { seed: (seed += 1), text: 'na rede', ...terms });
  return { ...made, target: { targetKind: 'post', targetId: made.id } as const };
};
/** A post that was reported and removed. */
const removedPost = async (reason: ReportBody['reason'] = 'fraud', terms = {}) => {
  const made = await postOf(terms);
  const reportId = await report(app.fan, made.target, reason);
  await decide(reportId, 'removed', 'parece golpe');
  return { ...made, reportId };
};
/** Sessions end in a week. */
const signIn = async (): Promise<void> => {
  [app.fan, app.stranger, author] = [
    await app.join('davi'),
    await app.join('malu'),
    await app.join('autora'),
  ];
  [admin, other] = [await app.join('chefia'), await app.join('revisao')];
};
const filesOf = async (mediaIds: readonly MediaId[]) =>
  (await storedKeys(app)).filter((key) => mediaIds.some((id) => key.includes(id)));
const statusOf = async (person: ApiClient, id: PostId) =>
  (await person.ask('GET /posts/{id}', { params: { id } })).status;
const emailsTo = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(50)) ?? []).filter((email) => email.to === to);
};
const codeOf = ({ status, reply }: { status: number; reply: { code?: string } }) =>
  reply.code ?? status;

describe('a removed post', () => {
  test('a removed post is hidden from its buyers at once, and is back as it was after a won appeal', async () => {
    const made = await postOf({ price: centavos(700), pictures: 2 });
    await fill(app, app.fan, 2_000);
    await app.fan.call('POST /posts/{id}/purchase', {
      params: { id: made.id },
      body: { price: centavos(700) },
      idempotencyKey: 'removed-1',
    });
    const before = await app.fan.call('GET /posts/{id}', { params: { id: made.id } });
    const url = before.medias[0]?.lgThumb;
    const reportId = await report(app.stranger, made.target);
    await decide(reportId, 'removed', 'parece golpe');
    await app.runJobs();
    app.clock.advance(MOMENT_MS);
    expect(await statusOf(app.fan, made.id)).toBe(404);
    expect((await open(app, app.fan, url)).statusCode).not.toBe(200);
    expect(await filesOf(made.mediaIds)).not.toEqual([]);
    expect(await author.call('GET /posts/{id}', { params: { id: made.id } })).toMatchObject({
      withheldFor: 'decision',
    });

    const { id } = (await appeal(author, reportId)).reply.data;
    const { reply } = await answer(other, id, 'overturned');
    expect(reply.data).toMatchObject({ restored: 1, appeal: { outcome: 'overturned' } });
    app.clock.advance(MOMENT_MS);
    const after = await app.fan.call('GET /posts/{id}', { params: { id: made.id } });
    expect({ ...after, medias: after.medias.map((media) => media.id) }).toEqual({
      ...before,
      medias: before.medias.map((media) => media.id),
    });
    expect((await open(app, app.fan, after.medias[0]?.lgThumb)).statusCode).toBe(200);
    expect((await app.stranger.call('GET /posts/{id}', { params: { id: made.id } })).price).toBe(
      700,
    );
    const { rows } = await app.ctx.pool.query(
      'SELECT count(*)::int AS blocked FROM blocked_pictures WHERE media_id = ANY($1)',
      [made.mediaIds],
    );
    expect(rows).toEqual([{ blocked: 0 }]);
    app.clock.advance(4 * DAY_MS);
    await eraseRemoved(app.ctx);
    await app.runJobs();
    expect(await filesOf(made.mediaIds)).not.toEqual([]);
  });

  test.each([
    ['fraud', 3],
    ['intimateImage', 0],
    ['minor', 184],
  ] as const)(
    'a post that was removed for %s is erased after %i days, and not before',
    async (reason, days) => {
      const { id, mediaIds } = await removedPost(reason);
      if (days > 0) {
        app.clock.advance(days * DAY_MS - 60_000);
        await eraseRemoved(app.ctx);
        await app.runJobs();
        expect(await filesOf(mediaIds)).not.toEqual([]);
        app.clock.advance(60_000);
        await eraseRemoved(app.ctx);
      }
      await app.runJobs();
      expect(await filesOf(mediaIds)).toEqual([]);
      if (days > 7) await signIn();
      expect(await statusOf(author, id)).toBe(404);
    },
  );

  test.each(['overturned', 'upheld'] as const)(
    'a removed post is kept until an appeal that was sent in time is %s',
    async (outcome) => {
      const { id, mediaIds, reportId } = await removedPost('fraud', { pictures: 2 });
      const ticket = (await appeal(author, reportId)).reply.data.id;
      app.clock.advance(4 * DAY_MS);
      await signIn();
      await eraseRemoved(app.ctx);
      expect((await filesOf(mediaIds)).length).toBeGreaterThan(0);
      const [answered] = await Promise.all([
        answer(other, ticket, outcome),
        eraseRemoved(app.ctx),
        eraseRemoved(app.ctx),
      ]);
      expect(codeOf(answered)).toBe(200);
      await eraseRemoved(app.ctx);
      await app.runJobs();
      app.clock.advance(MOMENT_MS);
      const isBack = outcome === 'overturned';
      expect(answered.reply.data.restored).toBe(isBack ? 1 : 0);
      expect(await statusOf(app.fan, id)).toBe(isBack ? 200 : 404);
      expect((await filesOf(mediaIds)).length > 0).toBe(isBack);
    },
  );
});

test('a removed comment and a removed message are back after a won appeal, with counts and text', async () => {
  const { id: postId } = await postOf({ pictures: 0 });
  const { id } = await app.stranger.call('POST /comments', { body: { postId, text: 'ofensa' } });
  const ofComment = await report(app.fan, { targetKind: 'comment', targetId: id });
  await decide(ofComment, 'removed');
  const counted = async () =>
    (await app.fan.call('GET /posts/{id}', { params: { id: postId } })).totalComments;
  expect(await counted()).toBe(0);

  await follow(app.fan, author);
  const medias = [await newPicture(app, author)];
  const { reply } = await send(author, app.fan, { message: 'olha só', medias });
  await app.runJobs();
  const last = async () => (await read(app.fan, author.domainName)).at(-1);
  const messageId = reply.data.id;
  const ofMessage = await report(app.fan, { targetKind: 'message', targetId: messageId });
  await decide(ofMessage, 'removed');
  app.clock.advance(MOMENT_MS);
  expect(await last()).toMatchObject({ id: messageId, content: '', medias: [], unsent: true });

  for (const [person, decision] of [
    [app.stranger, ofComment],
    [author, ofMessage],
  ] as const)
    await answer(other, (await appeal(person, decision)).reply.data.id, 'overturned');
  app.clock.advance(MOMENT_MS);
  expect(await counted()).toBe(1);
  expect(await last()).toMatchObject({ content: 'olha só', unsent: false });
  expect((await last())?.medias).toHaveLength(1);
});

test('content that two decisions removed stays hidden until both are overturned, and its owner reads so', async () => {
  const { id, reportId, target } = await removedPost();
  const mediaId = (
    await app.ctx.pool.query('SELECT media_id FROM post_media WHERE post_id = $1', [id])
  ).rows[0].media_id as MediaId;
  await admin.call('POST /dsb/medias/{id}/take-down', {
    params: { id: mediaId },
    body: { code: 'copyright', reason: 'ordem' },
  });
  const stateOf = async (decision: string) => {
    const all = await author.call('GET /help/decisions');
    const found = all.find((one) => one.id === decision);
    return found && { restored: found.restored, held: found.held };
  };
  const first = await answer(other, (await appeal(author, reportId)).reply.data.id, 'overturned');
  expect(first.reply.data).toMatchObject({ restored: 0, stillHeld: 1 });
  expect(await stateOf(reportId)).toEqual({ restored: true, held: true });
  const [email] = (await emailsTo('autora@example.com')).filter(({ text }) =>
    text.includes('continua fora do ar'),
  );
  expect(email?.text).toContain('também pode contestar');
  const second = await answer(other, (await appeal(author, mediaId)).reply.data.id, 'overturned');
  expect(second.reply.data).toMatchObject({ restored: 1, stillHeld: 0 });
  expect(await stateOf(reportId)).toEqual({ restored: true, held: false });
  expect(await statusOf(app.fan, target.targetId)).toBe(200);
});

describe('an appeal', () => {
  test('an appeal is decided once, by another person with the right, also when two answer at once', async () => {
    const support = await joinAdmin(app, 'atendimento', 'support');
    const third = await joinAdmin(app, 'terceira', 'moderation');
    const { reportId, id: postId } = await removedPost();
    const listed = async () =>
      (await author.call('GET /help/decisions')).find((one) => one.id === reportId);
    expect(await listed()).toMatchObject({ by: 'owner', what: 'um post', appealed: false });
    const { id, appeal: shown } = (await appeal(author, reportId)).reply.data;
    expect(await listed()).toMatchObject({ appealed: true, restored: false });
    expect(shown).toMatchObject({ by: 'owner', outcome: null, dueAt: expect.any(String) });
    expect(codeOf(await answer(admin, id, 'upheld'))).toBe('ticket.otherAdmin');
    expect(codeOf(await answer(support, id, 'upheld'))).toBe('auth.rightMissing');
    const both = await Promise.all([
      answer(other, id, 'overturned'),
      answer(third, id, 'upheld'),
      answer(other, id, 'upheld'),
    ]);
    expect(both.map(codeOf).filter((code) => code === 200)).toHaveLength(1);
    expect(both.map(codeOf).filter((code) => code === 'ticket.alreadyAnswered')).toHaveLength(2);
    const won = both.find(({ status }) => status === 200)?.reply.data.appeal?.outcome;
    expect(await statusOf(app.fan, postId)).toBe(won === 'overturned' ? 200 : 404);
  });

  test('a won appeal against a refused report removes the content, whose owner may appeal in turn', async () => {
    const { id: postId, target } = await postOf();
    const reportId = await report(app.fan, target, 'harassment');
    await report(app.stranger, target, 'harassment');
    await decide(reportId, 'dismissed');
    expect(codeOf(await appeal(author, reportId))).toBe('ticket.noDecision');
    expect((await app.fan.call('GET /help/decisions'))[0]).toMatchObject({
      id: reportId,
      by: 'reporter',
    });
    const { id, appeal: shown } = (await appeal(app.fan, reportId)).reply.data;
    expect(shown?.by).toBe('reporter');
    expect(codeOf(await answer(admin, id, 'overturned'))).toBe('ticket.otherAdmin');
    expect(codeOf(await answer(other, id, 'overturned'))).toBe(200);
    expect(await statusOf(app.fan, postId)).toBe(404);
    const again = (await appeal(author, reportId)).reply.data.id;
    expect(codeOf(await answer(other, again, 'overturned'))).toBe('ticket.otherAdmin');
    expect(codeOf(await answer(admin, again, 'overturned'))).toBe(200);
    expect(await statusOf(app.fan, postId)).toBe(200);
  });

  test('an appeal has a deadline in the queue of open work, two reminders, and an end of its time', async () => {
    await signIn();
    const { reportId } = await removedPost();
    const { id, appeal: shown } = (await appeal(author, reportId)).reply.data;
    const { items } = await other.call('GET /dsb/todo', { query: { kind: 'appeal' } });
    expect(items.find((item) => item.id === id)?.dueAt).toBe(shown?.dueAt);
    const reminders = async () => {
      await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'help.remind', {}));
      return (await emailsTo('revisao@example.com')).filter(({ subject }) =>
        subject.startsWith('Recursos com prazo'),
      ).length;
    };
    const first = await reminders();
    app.clock.advance(11 * DAY_MS);
    expect(await reminders()).toBe(first + 1);
    expect(await reminders()).toBe(first + 1);
    await signIn();
    expect(codeOf(await appeal(author, reportId))).toBe('ticket.appealOver');
  });
});

test('an appeal is not answered by an administrator who owns, or reported, what it is about', async () => {
  const owner = await joinAdmin(app, 'donadaequipe');
  await app.ctx.pool.query("UPDATE profiles SET producer_stage = 'approved' WHERE id = $1", [
    owner.profileId,
  ]);
  const theirs = await publish(app, owner, { pictures: 0, text: 'da equipe' });
  const kept = await report(app.fan, { targetKind: 'post', targetId: theirs.id });
  await decide(kept, 'dismissed');
  const byReporter = (await appeal(app.fan, kept)).reply.data.id;
  const { target } = await postOf();
  const reported = await report(owner, target);
  await decide(reported, 'removed');
  const byOwner = (await appeal(author, reported)).reply.data.id;
  for (const id of [byReporter, byOwner])
    expect(codeOf(await answer(owner, id, 'upheld'))).toBe('decision.own');
  for (const id of [byReporter, byOwner])
    expect(codeOf(await answer(other, id, 'upheld'))).toBe(200);
});

test('the owner and the reporter get the rule, the reason and the way to contest in their own languages', async () => {
  await signIn();
  await app.ctx.pool.query(
    "UPDATE profiles SET default_language = CASE domain_name WHEN 'davi' THEN 'es' ELSE 'en' END WHERE domain_name IN ('davi', 'autora')",
  );
  const { target } = await postOf();
  const refused = await report(app.fan, target, 'copyright');
  await decide(refused, 'dismissed', 'autoria comprovada');
  const { reportId } = await removedPost('copyright');
  const owner = (await emailsTo('autora@example.com')).find(({ text }) => text.includes(reportId));
  expect(owner?.text).toContain('copyright of another person');
  expect(owner?.text).toContain('parece golpe');
  const reporter = (await emailsTo('davi@example.com')).find(({ text }) => text.includes(refused));
  expect(reporter?.text).toContain('derechos de autor');
  expect(reporter?.text).toContain('autoria comprovada');
  const types = async (person: ApiClient) =>
    (await person.call('GET /profiles/notifications')).map(({ type, link }) => [type, link]);
  expect(await types(author)).toContainEqual(['contentRemoved', '/help']);
  expect(await types(app.fan)).toContainEqual(['reportDecided', '/help']);
});

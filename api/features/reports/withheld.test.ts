// What is withheld from a report on until its decision, by class and kind; who is notified; the
// limits of reporters. A report of fraud, which withholds nothing, is the control.
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { askFor, deliverTo, newPicture, offerFor, payFor } from '../../testing/orders/ordering.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill, joinProducer, open, publish, storedKeys } from '../../testing/publishing.ts';
import { remindOfReports } from './jobs.ts';
import type { ReportBody } from './store.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;
let seed = 700;
/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

beforeAll(async () => {
  // Many reports here are dismissed, and the next ones withhold all the same.
  app = await testApp({ settings: { REPORTS_DISMISSED_MAX: '100' } });
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});

type Target = Pick<ReportBody, 'targetKind' | 'targetId'>;
const report = async (person: ApiClient, target: Target, reason: ReportBody['reason']) =>
  person.call('POST /reports', {
    body: {
      ...target,
      reason,
      ...(person === app.visitor && { recapcha: await solveCaptcha(person) }),
    },
  });
const decide = (id: string, outcome: 'removed' | 'dismissed') =>
  admin.call('POST /dsb/reports/{id}', { params: { id }, body: { outcome, reason: 'conferido' } });
const post = async (terms = {}) => {
  const made = await publish(app, author, { seed: (seed += 1), text: 'na rede', ...terms });
  return { ...made, target: { targetKind: 'post', targetId: made.id } as const };
};
const statusOf = async (person: ApiClient, id: string) =>
  (await person.ask('GET /posts/{id}', { params: { id } })).status;
const emailsTo = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(80)) ?? []).filter((email) => email.to === to);
};

const ownerEmails = async () =>
  (await emailsTo('autora@example.com')).filter(({ subject }) => subject.includes('fora do ar'))
    .length;

describe('a report of a post', () => {
  test.each(['fraud', 'terrorism', 'copyright'] as const)(
    'a report of a post for %s withholds nothing',
    async (reason) => {
      const { id, target } = await post();
      await report(app.stranger, target, reason);
      expect(await statusOf(app.fan, id)).toBe(200);
    },
  );

  test.each([
    ['intimateImage', true],
    ['noConsent', true],
    ['minor', false],
  ] as const)(
    'a report of a post for %s withholds it until its decision (visible to its owner: %s)',
    async (reason, ownerSees) => {
      const { id, target } = await post();
      const emailsBefore = await ownerEmails();
      const before = await app.fan.call('GET /posts/{id}', { params: { id } });
      const url = before.medias[0]?.lgThumb;
      const own = (await author.call('GET /posts/{id}', { params: { id } })).medias[0]?.lgThumb;
      const { id: reportId } = await report(app.visitor, target, reason);
      app.clock.advance(MOMENT_MS);
      expect(await statusOf(app.fan, id)).toBe(404);
      expect((await open(app, app.fan, url)).statusCode).not.toBe(200);
      expect((await open(app, author, own)).statusCode === 200).toBe(ownerSees);
      const shown = (await admin.call('GET /dsb/reports')).find((one) => one.id === reportId);
      expect(shown).toMatchObject({ withheld: true });
      expect((await open(app, admin, shown?.target?.medias[0]?.lgThumb)).statusCode).toBe(200);
      expect(await author.call('GET /posts/{id}', { params: { id } })).toMatchObject({
        withheld: true,
        withheldFor: 'report',
        state: 'withheld',
      });
      expect((await ownerEmails()) - emailsBefore).toBe(ownerSees ? 1 : 0);

      await decide(reportId, 'dismissed');
      app.clock.advance(MOMENT_MS);
      expect(await app.fan.call('GET /posts/{id}', { params: { id } })).toMatchObject({
        withheld: false,
        withheldFor: null,
      });
      await report(app.stranger, target, reason);
      expect(await statusOf(app.fan, id)).toBe(200);
    },
  );

  test('a post that two reports withhold is shown again or removed for good by one decision', async () => {
    const { id, target, mediaIds } = await post();
    const { id: first } = await report(app.fan, target, 'intimateImage');
    await report(app.visitor, target, 'minor');
    expect((await decide(first, 'dismissed')).decided).toBe(2);
    expect(await statusOf(app.fan, id)).toBe(200);
    const { id: again } = await report(app.fan, target, 'intimateImage');
    await decide(again, 'removed');
    await app.runJobs();
    expect(await statusOf(app.fan, id)).toBe(404);
    expect(
      (await storedKeys(app)).filter((key) => mediaIds.some((mediaId) => key.includes(mediaId))),
    ).toEqual([]);
  });

  test('a report of a post is open work with its legal deadline, and a claim of one covers all reports', async () => {
    const { target } = await post();
    const { id: held, dueAt } = await report(app.visitor, target, 'intimateImage');
    const { id } = await report(app.stranger, target, 'fraud');
    const other = await joinAdmin(app, 'revisao');
    const params = { kind: 'report' as const, id: held };
    expect((await other.call('POST /dsb/todo/{kind}/{id}/claim', { params })).dueAt).toBe(dueAt);
    const refused = await admin.ask('POST /dsb/reports/{id}', {
      params: { id },
      body: { outcome: 'dismissed', reason: 'conferido' },
    });
    expect(refused).toMatchObject({ status: 409, reply: { code: 'decision.claimed' } });
    await other.call('DELETE /dsb/todo/{kind}/{id}/claim', { params });
    expect((await decide(id, 'dismissed')).decided).toBe(2);
  });

  test('a post that administrators left is withheld again by a report only after it was changed', async () => {
    const { id, target, mediaIds } = await post();
    const { id: first } = await report(app.fan, target, 'intimateImage');
    await decide(first, 'dismissed');
    const media = { targetKind: 'media', targetId: mediaIds[0] ?? '' } as const;
    const { id: second } = await report(app.visitor, media, 'intimateImage');
    expect(await statusOf(app.stranger, id)).toBe(200);
    await decide(second, 'dismissed');
    // What they looked at is not what is shown any more.
    app.clock.advance(MOMENT_MS);
    await author.call('PUT /posts/{id}', {
      params: { id },
      body: { text: 'outra coisa' },
    });
    const { id: third } = await report(app.fan, target, 'intimateImage');
    expect(await statusOf(app.stranger, id)).toBe(404);
    await decide(third, 'dismissed');
    expect(await statusOf(app.stranger, id)).toBe(200);
  });

  test('a report of a media withholds every post with it, and the post of the same author without it stays', async () => {
    const { id, mediaIds } = await post({ pictures: 2 });
    const other = await post();
    const { id: reportId } = await report(
      app.fan,
      { targetKind: 'media', targetId: mediaIds[0] ?? '' },
      'intimateImage',
    );
    expect([await statusOf(app.fan, id), await statusOf(app.fan, other.id)]).toEqual([404, 200]);
    await decide(reportId, 'dismissed');
    expect(await statusOf(app.fan, id)).toBe(200);
  });
});

test('a report of a comment shows it as deleted until the decision', async () => {
  const { id: postId } = await post({ pictures: 0 });
  const { id } = await app.stranger.call('POST /comments', { body: { postId, text: 'endereço' } });
  const listed = async () =>
    (await app.fan.ask('GET /comments', { query: { filter: `post_id:eq:${postId}` } })).reply.data;
  const { id: reportId } = await report(
    app.fan,
    { targetKind: 'comment', targetId: id },
    'intimateImage',
  );
  expect(await listed()).toEqual([]);
  await decide(reportId, 'dismissed');
  expect(await listed()).toMatchObject([{ text: 'endereço' }]);
});

test('a report of a message by its receiver closes its media to both, and keeps its text', async () => {
  await follow(app.fan, author);
  const medias = [await newPicture(app, author)];
  const { reply } = await send(author, app.fan, { message: 'olha', medias });
  await app.runJobs();
  const last = async () => (await read(app.fan, author.domainName)).at(-1);
  const url = (await last())?.medias[0]?.url;
  const target = { targetKind: 'message', targetId: reply.data.id } as const;
  await report(app.stranger, target, 'intimateImage');
  expect((await last())?.medias).toHaveLength(1);
  const { id } = await report(app.fan, target, 'intimateImage');
  app.clock.advance(MOMENT_MS);
  expect(await last()).toMatchObject({ content: 'olha', medias: [], withheld: true });
  expect((await open(app, app.fan, url)).statusCode).not.toBe(200);
  await decide(id, 'dismissed');
  expect((await last())?.medias).toHaveLength(1);
});

test('a report of a custom order comes only from its parties, and its removal takes the delivery down', async () => {
  const fan = await app.join('fa.de.encomendas');
  await fill(app, fan, 10_000);
  await follow(fan, author);
  const id = await askFor(fan, author);
  await offerFor(author, id);
  await payFor(fan, id);
  await deliverTo(app, author, id);
  await app.runJobs();
  const target = { targetKind: 'order', targetId: id } as const;
  const { id: foreign } = await report(app.stranger, target, 'harassment');
  const shownOf = async (reportId: string) =>
    (await admin.call('GET /dsb/reports', { query: { limit: '20' } })).find(
      (one) => one.id === reportId,
    );
  expect((await shownOf(foreign))?.target).toBeNull();
  const { id: reportId } = await report(fan, target, 'noConsent');
  const shown = await shownOf(reportId);
  expect(shown?.target).toMatchObject({ profile: { domainName: 'autora' } });
  const url = shown?.target?.medias[0]?.lgThumb;
  expect((await open(app, admin, url)).statusCode).toBe(200);
  expect((await open(app, app.stranger, url)).statusCode).not.toBe(200);
  await decide(reportId, 'removed');
  const order = await fan.call('GET /orders/{id}', { params: { id } });
  expect(order).toMatchObject({ note: '', status: 'delivered' });
});

describe('a reporter', () => {
  test('a reporter without an account needs a captcha, and each answer is taken once', async () => {
    const { target } = await post({ pictures: 0 });
    const body = { ...target, reason: 'fraud' } as const;
    expect((await app.visitor.ask('POST /reports', { body })).reply.fields).toMatchObject({
      recapcha: { code: 'validate.required' },
    });
    const recapcha = await solveCaptcha(app.visitor);
    const ask = () => app.visitor.ask('POST /reports', { body: { ...body, recapcha } });
    expect((await ask()).status).toBe(200);
    expect((await ask()).reply.code).toBe('auth.captchaRefused');
    expect((await app.fan.ask('POST /reports', { body })).status).toBe(200);
  });

  test('a reporter gets the reference by email, by which administrators find the report', async () => {
    const { target } = await post({ pictures: 0 });
    const { reference, id } = await report(app.stranger, target, 'copyright');
    expect(reference).toMatch(/^R-.{4}-.{4}$/);
    const email = (await emailsTo('malu@example.com')).find(({ subject }) =>
      subject.includes(reference),
    );
    expect(email?.text).toContain(reference);
    const query = { reference: reference.toLowerCase() };
    expect((await admin.call('GET /dsb/reports', { query })).map((one) => one.id)).toEqual([id]);
    await decide(id, 'dismissed');
    expect((await admin.call('GET /dsb/reports', { query })).map((one) => one.id)).toEqual([id]);
  });

  test('a reporter can’t file more than 40 reports a day', async () => {
    const person = await app.join('denunciante');
    const { target } = await post({ pictures: 0 });
    const body = { ...target, reason: 'other' } as const;
    for (let count = 0; count < 40; count += 1) await person.call('POST /reports', { body });
    expect((await person.ask('POST /reports', { body })).reply.code).toBe('report.tooMany');
  });
});

test('administrators are reminded of each report twice, and not of decided ones', async () => {
  const fresh = await testApp();
  const boss = await joinAdmin(fresh, 'chefia');
  const reminders = async () => {
    await remindOfReports(fresh.ctx);
    await fresh.runJobs();
    return ((await fresh.ctx.mail.inbox?.list(50)) ?? [])
      .filter(({ to, subject }) => to === 'chefia@example.com' && subject.includes('prazo'))
      .map(({ subject }) => subject);
  };
  const file = async (reason: 'minor' | 'noConsent') =>
    (
      await fresh.fan.call('POST /reports', {
        body: { targetKind: 'profile', targetId: fresh.producer.profileId, reason },
      })
    ).id;
  await file('minor');
  await file('noConsent');
  const decided = await file('minor');
  await fresh.ctx.pool.query(
    "UPDATE reports SET decided_at = created_at, outcome = 'dismissed', decided_by = $2 WHERE id = $1",
    [decided, boss.profileId],
  );
  expect(await reminders()).toHaveLength(0);
  fresh.clock.advance(18 * HOUR_MS);
  expect(await reminders()).toEqual([expect.stringContaining('1 perto do fim, 0 vencidas')]);
  expect(await reminders()).toHaveLength(1);
  fresh.clock.advance(18 * HOUR_MS);
  expect((await reminders())[0]).toContain('1 perto do fim, 1 vencidas');
  fresh.clock.advance(100 * HOUR_MS);
  expect((await reminders())[0]).toContain('0 perto do fim, 1 vencidas');
  expect(await reminders()).toHaveLength(3);
});

// The review of reports: administrators see the target, decide once, and all people concerned get
// an email.
import type { MediaId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerOrLogIn, solveCaptcha, type ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { TEST_PASSWORD, testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, open, publish } from '../../testing/publishing.ts';
import { setStaffRole } from '../auth/index.ts';

let app: TestApp;
let admin: ApiClient;
/** The author of the reported content. */
let author: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});
beforeEach(() => {
  // Emails about urgent reports are sent once an hour.
  app.clock.advance(60_000);
});

type Kind = 'post' | 'media' | 'comment' | 'profile' | 'message';
type Reason = 'minor' | 'intimateImage' | 'fraud' | 'harassment';

const report = async (
  person: ApiClient,
  targetKind: Kind,
  targetId: string,
  reason: Reason = 'fraud',
  email?: string,
): Promise<string> =>
  (
    await person.call('POST /reports', {
      body: {
        targetKind,
        targetId,
        reason,
        text: `vejam ${targetKind}`,
        ...(email && { email }),
        ...(person === app.visitor && { recapcha: await solveCaptcha(app.visitor) }),
      },
    })
  ).id;
const waiting = () => admin.call('GET /dsb/reports', { query: { limit: '20' } });
const seen = async (id: string) => (await waiting()).find((one) => one.id === id);
const decide = (id: string, outcome: 'removed' | 'dismissed', reason = 'conferido') =>
  admin.ask('POST /dsb/reports/{id}', { params: { id }, body: { outcome, reason } });
const emailsTo = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(50)) ?? []).filter((email) => email.to === to);
};
/** Audited acts on a person since the last call. */
let actsBefore = 0;
const newActsOn = async (profileId: string) => {
  const { rows } = await app.ctx.pool.query<{ action: string; reason: string }>(
    'SELECT action, reason FROM admin_log WHERE profile_id = $1 ORDER BY id OFFSET $2',
    [profileId, actsBefore],
  );
  actsBefore += rows.length;
  return rows.map(({ action, reason }) => [action, reason]);
};

describe('a reported post', () => {
  test('a reported post is shown in full to administrators only while undecided, and views are audited', async () => {
    const { id, mediaIds } = await publish(app, author, {
      seed: 21,
      text: 'só para quem paga',
      price: centavos(900),
    });
    const reportId = await report(app.fan, 'post', id);
    const shown = await seen(reportId);
    expect(shown).toMatchObject({
      reason: 'fraud',
      text: 'vejam post',
      reporter: { domainName: 'davi' },
      alike: 0,
      decision: null,
      target: { text: 'só para quem paga', profile: { domainName: author.domainName } },
    });
    expect(shown?.target?.medias.map((media) => media.id)).toEqual(mediaIds);
    const url = shown?.target?.medias[0]?.lgThumb;
    expect((await open(app, admin, url)).statusCode).toBe(200);
    for (const other of [app.fan, app.stranger, app.visitor])
      expect((await open(app, other, url)).statusCode).not.toBe(200);
    expect(await newActsOn(author.profileId)).toEqual([['report.viewed', '']]);

    await decide(reportId, 'dismissed');
    app.clock.advance(6_000);
    expect((await open(app, admin, url)).statusCode).not.toBe(200);
    expect((await app.visitor.call('GET /posts/{id}', { params: { id } })).locked).toMatchObject({
      reason: 'price',
    });
  });

  test('a reported post is removed by one decision for all its reports, and all parties get the reason', async () => {
    const { id } = await publish(app, author, { seed: 33, text: 'golpe' });
    const first = await report(app.fan, 'post', id);
    await report(app.stranger, 'post', id);
    await report(app.visitor, 'post', id, 'fraud', 'vizinha@example.com');
    expect((await seen(first))?.alike).toBe(2);

    const { status, reply } = await decide(first, 'removed', 'é um golpe conhecido');
    expect([status, reply.data]).toEqual([200, { decided: 3 }]);
    expect((await app.visitor.ask('GET /posts/{id}', { params: { id } })).status).toBe(404);
    expect(
      (await emailsTo(`${author.domainName}@example.com`)).map(({ text }) => text).join(),
    ).toContain('é um golpe conhecido');
    for (const to of ['davi@example.com', 'malu@example.com', 'vizinha@example.com'])
      expect(
        (await emailsTo(to)).filter(({ text }) => text.includes('é um golpe conhecido')),
      ).toHaveLength(1);
    expect(await newActsOn(author.profileId)).toEqual([
      ['report.dismissed', 'conferido'],
      ['report.viewed', ''],
      ['media.takenDown', 'é um golpe conhecido'],
      ['report.upheld', 'é um golpe conhecido'],
    ]);
    const { rows } = await app.ctx.pool.query(
      'SELECT count(*)::int AS kept FROM reports WHERE target_id = $1 AND sealed_contact IS NOT NULL',
      [id],
    );
    expect(rows).toEqual([{ kept: 0 }]);
    const decided = await admin.call('GET /dsb/reports', { query: { decided: 'true' } });
    expect(decided.find((one) => one.id === first)).toMatchObject({
      target: null,
      decision: { outcome: 'removed', reason: 'é um golpe conhecido' },
    });
  });
});

test('a reporter without an account gets the answer in the language of the report, else in Portuguese', async () => {
  const { id } = await publish(app, author, { pictures: 0, text: 'denunciado em duas línguas' });
  const body = { targetKind: 'post', targetId: id, reason: 'fraud', text: 'look' } as const;
  const { id: first } = await app.visitor.call('POST /reports', {
    headers: { lang: 'en' },
    body: {
      ...body,
      email: 'neighbour@example.com',
      recapcha: await solveCaptcha(app.visitor),
    },
  });
  await app.visitor.call('POST /reports', {
    headers: { lang: 'es' },
    body: { ...body, email: 'vecina@example.com', recapcha: await solveCaptcha(app.visitor) },
  });
  const { id: old } = await app.visitor.call('POST /reports', {
    headers: { lang: 'en' },
    body: { ...body, email: 'antiga@example.com', recapcha: await solveCaptcha(app.visitor) },
  });
  await app.ctx.pool.query('UPDATE reports SET sealed_contact = $2 WHERE id = $1', [
    old,
    app.ctx.seal.seal(`reports/${old}`, 'antiga@example.com'),
  ]);
  expect((await decide(first, 'dismissed')).status).toBe(200);
  const subjectsTo = async (name: string): Promise<string[]> =>
    (await emailsTo(`${name}@example.com`))
      .map(({ subject }) => subject)
      .filter((subject) => !/R-/.test(subject));
  // In turn: a run of the jobs does not wait for those that another run has taken.
  expect(await subjectsTo('neighbour')).toEqual(['Your report was looked at']);
  expect(await subjectsTo('vecina')).toEqual(['Tu denuncia fue revisada']);
  expect(await subjectsTo('antiga')).toEqual(['Sua denúncia foi analisada']);
});

test('a reported media is removed, and its post stays', async () => {
  const { id, mediaIds } = await publish(app, author, { seed: 47, text: 'fica' });
  const reportId = await report(app.fan, 'media', mediaIds[0] as MediaId, 'intimateImage');
  expect((await seen(reportId))?.target?.medias).toHaveLength(1);
  expect((await decide(reportId, 'removed')).status).toBe(200);
  expect((await author.call('GET /posts/{id}', { params: { id } })).medias[0]).toMatchObject({
    status: 'error',
  });
  // Nothing of it is left to do.
  const { counts } = await admin.call('GET /dsb/todo');
  expect(counts.find(({ kind }) => kind === 'failedMedia')?.waiting).toBe(0);
});

test('a reported comment is removed from its thread and from the counter', async () => {
  const { id: postId } = await publish(app, author, { pictures: 0, text: 'comentem' });
  const { id } = await app.stranger.call('POST /comments', { body: { postId, text: 'ofensa' } });
  const reportId = await report(author, 'comment', id, 'harassment');
  expect((await seen(reportId))?.target).toMatchObject({
    text: 'ofensa',
    profile: { domainName: 'malu' },
  });
  await decide(reportId, 'removed', 'ofende');
  expect(
    await app.visitor.call('GET /comments', { query: { filter: `post_id:eq:${postId}` } }),
  ).toEqual([]);
  expect(
    (await app.visitor.call('GET /posts/{id}', { params: { id: postId } })).totalComments,
  ).toBe(0);
  expect((await emailsTo('malu@example.com')).some(({ text }) => text.includes('ofende'))).toBe(
    true,
  );
});

test('a reported producer is suspended with an email, and a member’s profile can’t be removed', async () => {
  const author = await joinProducer(app, 'falsa');
  actsBefore = 0;
  const reportId = await report(app.fan, 'profile', author.profileId);
  await decide(reportId, 'removed', 'perfil falso');
  expect(
    (
      await app.visitor.ask('GET /publics/profiles/{domainname}', {
        params: { domainname: author.domainName },
      })
    ).status,
  ).toBe(404);
  expect(
    (await emailsTo(`${author.domainName}@example.com`)).filter(({ text }) =>
      text.includes('perfil falso'),
    ),
  ).toHaveLength(1);
  expect((await newActsOn(author.profileId)).map(([action]) => action)).toEqual([
    'producer.suspended',
    'report.upheld',
  ]);
  const ofMember = await report(author, 'profile', app.stranger.profileId);
  // Whose profile it is, so that the team finds the person.
  expect(await seen(ofMember)).toMatchObject({ target: null, about: { domainName: 'malu' } });
  expect((await decide(ofMember, 'removed')).reply.code).toBe('report.nothingToRemove');
  expect((await seen(ofMember))?.decision).toBeNull();
});

describe('a decision on a report', () => {
  test('a decision on a report is made once by concurrent administrators, and a dismissal is sent as such', async () => {
    // Of a producer of its own: when the removal is first, they are one no more.
    const concerned = await joinProducer(app, 'denunciada');
    const reportId = await report(app.fan, 'profile', concerned.profileId);
    const answers = await Promise.all([
      decide(reportId, 'dismissed', 'nada de errado'),
      decide(reportId, 'removed', 'outra opinião'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await decide(reportId, 'dismissed')).reply.code).toBe('report.alreadyDecided');
    const outcomes = (await emailsTo('davi@example.com')).filter(({ text }) =>
      /nada de errado|outra opinião/.test(text),
    );
    expect(outcomes).toHaveLength(1);
  });

  test('a decision on a report needs a reason, an existing report and an existing target', async () => {
    const gone = await report(app.fan, 'post', newId());
    const message = await report(app.fan, 'message', newId());
    expect((await decide(gone, 'removed', '  ')).reply.fields?.['reason']?.code).toBe(
      'validate.required',
    );
    for (const id of [gone, message])
      expect((await decide(id, 'removed')).reply.code).toBe('report.nothingToRemove');
    expect((await decide(newId(), 'dismissed')).reply.code).toBe('report.notFound');
    expect((await decide(gone, 'dismissed', 'já não existe')).status).toBe(200);
  });

  test('a decision on a report is refused when the same thing was reported again since it was shown', async () => {
    const { id: postId } = await publish(app, author, { seed: 917, text: 'duas vezes' });
    const first = await report(app.fan, 'post', postId);
    const shown = await seen(first);
    const second = await report(app.stranger, 'post', postId, 'minor');
    const dismiss = (alike: number | undefined) =>
      admin.ask('POST /dsb/reports/{id}', {
        params: { id: first },
        body: { outcome: 'dismissed', reason: 'conferido', alike },
      });
    expect((await dismiss(shown?.alike)).reply.code).toBe('report.changed');
    expect(await seen(second)).toMatchObject({ withheld: true, alike: 1 });
    expect((await dismiss((await seen(first))?.alike)).reply.data).toEqual({ decided: 2 });
  });

  test('an administrator can’t decide on reports of their own content or on their own report', async () => {
    const owner = await joinProducer(app, 'chefeautora');
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'chefeautora', 'owner', 'for a test');
    app.clock.advance(5_000);
    const { id: postId } = await publish(app, owner, { pictures: 0, text: 'da chefe' });
    const reportIds = [
      await report(app.fan, 'post', postId),
      await report(app.fan, 'profile', owner.profileId),
    ];
    const openWork = async (person: ApiClient) =>
      (await person.call('GET /dsb/todo')).items.filter(({ id }) => reportIds.includes(id));
    expect((await openWork(admin)).map(({ about }) => about?.domainName)).toEqual([
      'chefeautora',
      'chefeautora',
    ]);
    expect(await openWork(owner)).toEqual([]);
    for (const reportId of reportIds) {
      const own = await owner.ask('POST /dsb/reports/{id}', {
        params: { id: reportId },
        body: { outcome: 'dismissed', reason: 'nada de errado' },
      });
      expect([own.status, own.reply.code]).toEqual([403, 'decision.own']);
      expect((await decide(reportId, 'dismissed')).status).toBe(200);
    }
    const filed = await report(owner, 'profile', app.producer.profileId);
    await report(app.fan, 'profile', app.producer.profileId);
    const other = await owner.ask('POST /dsb/reports/{id}', {
      params: { id: filed },
      body: { outcome: 'dismissed', reason: 'a minha denúncia' },
    });
    expect([other.status, other.reply.code]).toEqual([403, 'decision.own']);
    expect((await decide(filed, 'dismissed')).status).toBe(200);
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'chefeautora', null, 'for a test');
  });

  test('an administrator does not see who reported their own content, in any list or by its reference', async () => {
    const author = await joinProducer(app, 'chefevisada');
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'chefevisada', 'owner', 'for a test');
    app.clock.advance(5_000);
    const { id: postId } = await publish(app, author, { pictures: 0, text: 'da chefe' });
    const id = await report(app.fan, 'post', postId);
    const { rows } = await app.ctx.pool.query('SELECT reference FROM reports WHERE id = $1', [id]);
    const seenBy = async (person: ApiClient) => {
      const found = [
        ...(await person.call('GET /dsb/reports', { query: { limit: 20 } })),
        ...(await person.call('GET /dsb/reports', { query: { decided: 'true' } })),
        ...(await person.call('GET /dsb/reports', {
          query: { reference: rows[0]?.reference },
        })),
      ];
      const { items } = await person.call('GET /dsb/todo', { query: {} });
      return [found, items].map((all) => all.some((one) => one.id === id));
    };
    expect(await seenBy(author)).toEqual([false, false]);
    expect(await seenBy(admin)).toEqual([true, true]);
    expect((await decide(id, 'dismissed')).status).toBe(200);
    expect(await seenBy(author)).toEqual([false, false]);
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'chefevisada', null, 'for a test');
  });

  test('a decision on a report is accepted from administrators only', async () => {
    const id = await report(app.fan, 'profile', app.producer.profileId);
    for (const person of [app.fan, app.producer]) {
      expect((await person.ask('GET /dsb/reports')).reply.code).toBe('auth.adminsOnly');
      expect(
        (
          await person.ask('POST /dsb/reports/{id}', {
            params: { id },
            body: { outcome: 'dismissed', reason: 'x' },
          })
        ).reply.code,
      ).toBe('auth.adminsOnly');
    }
  });
});

test('reports are listed by deadline, and urgent ones email administrators once an hour', async () => {
  const later = async (durationMs: number) => {
    app.clock.advance(durationMs);
    admin = await registerOrLogIn(app.server, {
      username: 'chefia',
      name: 'x',
      email: 'chefia@example.com',
      password: TEST_PASSWORD,
    });
  };
  const reportProfile = (reason: Reason) =>
    report(app.visitor, 'profile', app.producer.profileId, reason);
  await later(2 * HOUR_MS);
  const [slow, urgent] = [await reportProfile('fraud'), await reportProfile('minor')];
  await reportProfile('intimateImage');
  const order = (await waiting()).map(({ id }) => id);
  expect(order.indexOf(urgent)).toBeLessThan(order.indexOf(slow));
  const urgentEmails = async () =>
    (await emailsTo('chefia@example.com')).filter(({ text }) => text.includes('/dsb/reports'));
  const before = (await urgentEmails()).length;
  expect(before).toBeGreaterThan(0);
  await reportProfile('minor');
  expect(await urgentEmails()).toHaveLength(before);
  await later(2 * HOUR_MS);
  await reportProfile('minor');
  expect(await urgentEmails()).toHaveLength(before + 1);
});

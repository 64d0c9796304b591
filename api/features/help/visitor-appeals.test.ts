// People without an account contest the refusal of their report or removal request, by the link of
// the email.
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, publish } from '../../testing/publishing.ts';

let app: TestApp;
let first: ApiClient;
let second: ApiClient;
let author: ApiClient;
beforeAll(async () => {
  app = await testApp();
  first = await joinAdmin(app, 'decide.um');
  second = await joinAdmin(app, 'decide.dois');
  author = await joinProducer(app, 'autora');
});

const mailsTo = async (to: string): Promise<string[]> => {
  await app.runJobs();
  const inbox = (await app.ctx.mail.inbox?.list(200)) ?? [];
  return inbox.filter((mail) => mail.to === to).map((mail) => JSON.stringify(mail));
};
const tokenTo = async (to: string): Promise<string> =>
  /help\/contest#([\w.-]+)/.exec((await mailsTo(to)).join(' '))?.[1] ?? '';
const view = (token: string) => app.visitor.ask('POST /publics/help/decision', { body: { token } });
const contest = (token: string, email?: string) =>
  app.visitor.ask('POST /publics/help/appeal', {
    headers: { lang: 'es' },
    body: { token, message: 'Sou eu na foto.', ...(email && { email }) },
  });
const answer = async (admin: ApiClient, outcome: 'upheld' | 'overturned') => {
  const [ticket] = await admin.call('GET /dsb/help');
  return admin.ask('POST /dsb/help/{id}', {
    params: { id: ticket?.id ?? '' },
    body: { answer: 'Vimos de novo.', outcome },
  });
};
const statusOf = async (id: string) =>
  (await app.fan.ask('GET /posts/{id}', { params: { id: id } })).status;

/** A report by a visitor that the first administrator refused. */
const refusedReport = async (seed: number, email: string) => {
  const post = await publish(app, author, { text: 'denunciada', seed });
  const { id } = await app.visitor.call('POST /reports', {
    body: {
      targetKind: 'post',
      targetId: post.id,
      reason: 'fraud',
      text: 'vejam',
      email,
      recapcha: await solveCaptcha(app.visitor),
    },
  });
  await first.call('POST /dsb/reports/{id}', {
    params: { id },
    body: { outcome: 'dismissed', reason: 'nada contra a regra' },
  });
  return { postId: post.id, token: await tokenTo(email) };
};

test('a visitor contests their refused report once, and another person’s decision removes the content', async () => {
  const { postId, token } = await refusedReport(61, 'vizinha@example.com');
  expect((await view(token)).reply.data).toMatchObject({
    kind: 'report',
    reason: 'nada contra a regra',
    appeal: null,
  });
  expect((await contest(token, 'vizinha@example.com')).status).toBe(200);
  expect((await contest(token)).reply.code).toBe('ticket.appealed');
  expect(await first.call('GET /dsb/help')).toMatchObject([
    { profile: null, mine: true, appeal: { by: 'reporter' } },
  ]);
  expect((await answer(first, 'overturned')).reply.code).toBe('ticket.otherAdmin');
  expect(await statusOf(postId)).toBe(200);
  expect((await answer(second, 'overturned')).status).toBe(200);
  expect(await statusOf(postId)).toBe(404);
  expect((await view(token)).reply.data).toMatchObject({
    appeal: { answer: 'Vimos de novo.', appeal: { outcome: 'overturned' } },
  });
  // In the language in which the person contested it.
  expect((await mailsTo('vizinha@example.com')).join(' ')).toContain('Respuesta a tu impugnación');
  const { rows } = await app.ctx.pool.query(
    'SELECT count(*)::int AS n FROM help_tickets WHERE sealed_contact IS NOT NULL',
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('a person contests a refused removal request, and another person’s decision removes their media', async () => {
  const post = await publish(app, author, { text: 'com a pessoa', seed: 62 });
  const email = 'retratada@example.com';
  await app.visitor.call('POST /publics/removals', {
    body: {
      name: 'Pessoa Retratada',
      email,
      ground: 'intimateImage',
      goodFaith: true,
      links: [`${app.ctx.config.publicUrl}/autora/posts/${post.id}`],
      recapcha: await solveCaptcha(app.visitor),
    },
  });
  const follow = /removal\/follow#([\w-]+)/.exec((await mailsTo(email)).join(' '))?.[1] ?? '';
  await app.visitor.call('POST /publics/removals/confirm', { body: { token: follow } });
  await app.runJobs();
  app.clock.advance(61_000);
  const [open] = await first.call('GET /dsb/removals');
  await first.call('POST /dsb/removals/{id}', {
    params: { id: open?.id ?? '' },
    body: { outcome: 'refused', reason: 'não é a pessoa', found: open?.found ?? 0 },
  });
  expect(await statusOf(post.id)).toBe(200);
  const { contest: token } = await app.visitor.call('POST /publics/removals/view', {
    body: { token: follow },
  });
  expect(token).toBe(await tokenTo(email));
  expect((await contest(token ?? '')).status).toBe(200);
  expect((await answer(second, 'overturned')).status).toBe(200);
  const { rows } = await app.ctx.pool.query(
    "SELECT r.outcome, (SELECT count(*)::int FROM withholdings w WHERE w.target_id = $1 AND w.cause = 'decision' AND w.released_at IS NULL) AS withheld FROM removal_requests r",
    [post.mediaIds[0]],
  );
  expect(rows).toEqual([{ outcome: 'removed', withheld: 1 }]);
});

test('a link with another id or kind opens nothing, and a decision can’t be contested after its time', async () => {
  const { token } = await refusedReport(63, 'atrasada@example.com');
  const [, id = '', mark = ''] = token.split('.');
  for (const wrong of [
    `removal.${id}.${mark}`,
    `report.${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}.${mark}`,
    'report',
    '',
  ])
    expect((await view(wrong || 'x')).reply.code).toBe('token.invalid');
  app.clock.advance((app.ctx.config.APPEAL_DAYS + 1) * DAY_MS);
  expect((await contest(token)).reply.code).toBe('ticket.appealOver');
});

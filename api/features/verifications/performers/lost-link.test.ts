// A person who lost the link of their consent gets it again, and the reply never says whose address
// is known.
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../../api-client.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { joinPerformer } from '../../../testing/identity/performing.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer } from '../../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let producer: ApiClient;
let seed = 400;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'conferente');
  producer = await joinProducer(app, 'bastidora');
});

const join = async () => {
  seed += 1;
  const person = await joinPerformer(app, { admin, producer }, seed);
  return { ...person, email: `duda${seed}@example.com` };
};
const askFor = async (email: string) =>
  app.visitor.ask('POST /publics/performers/link', {
    body: { email, recapcha: await solveCaptcha(app.visitor) },
  });
const mails = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(300)) ?? []).filter((mail) => mail.to === to);
};
const view = async (token: string) =>
  (await app.visitor.ask('POST /publics/performers/view', { body: { token } })).reply;

test('a person gets the link to withdraw again by their address', async () => {
  const { email, link } = await join();
  const before = await link();
  // As a process of the release before stores it.
  await app.ctx.pool.query('UPDATE performers SET email_hash = NULL');
  const sent = (await mails(email)).length;
  expect((await askFor(email.toUpperCase())).status).toBe(200);
  expect(await mails(email)).toHaveLength(sent + 1);
  expect(await link()).toBe(before);
  expect((await view(before)).data).toMatchObject({ consent: 'given', can: ['withdraw'] });
});

test('a producer sends the link to withdraw three times a day at most, and does not end it', async () => {
  const { id, email, link, withdraw } = await join();
  const [before, sent] = [await link(), (await mails(email)).length];
  const ask = () => producer.ask('POST /performers/{id}/ask', { params: { id } });
  for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).reply.code).toBe('request.tooMany');
  expect(await mails(email)).toHaveLength(sent + 3);
  expect(await link()).toBe(before);
  expect((await view(before)).data).toMatchObject({ consent: 'given' });
  await withdraw();
  expect((await view(before)).data).toMatchObject({ consent: 'withdrawn' });
});

test('the record of an earlier release gets its lasting link by the next email', async () => {
  const { id, email, link } = await join();
  const { rows } = await app.ctx.pool.query<{ sealed: Buffer }>(
    'SELECT sealed FROM performers WHERE id = $1',
    [id],
  );
  const context = `performers/${id}`;
  const { withdrawToken: _, ...person } = app.ctx.seal.open<Record<string, string>>(
    context,
    rows[0]?.sealed as Buffer,
  );
  await app.ctx.pool.query('UPDATE performers SET sealed = $2 WHERE id = $1', [
    id,
    app.ctx.seal.seal(context, person),
  ]);
  await askFor(email);
  const lasting = await link();
  await askFor(email);
  expect(await link()).toBe(lasting);
  expect((await view(lasting)).data).toMatchObject({ consent: 'given' });
});

test('the reply is the same for an unknown address, to which no email is sent', async () => {
  const { email } = await join();
  const [known, unknown] = [await askFor(email), await askFor('ninguem@example.com')];
  expect([unknown.status, unknown.reply]).toEqual([known.status, known.reply]);
  expect(await mails('ninguem@example.com')).toEqual([]);
});

test('one address gets three links an hour at most', async () => {
  const { email } = await join();
  const sent = (await mails(email)).length;
  for (let times = 0; times < 4; times += 1) await askFor(email);
  expect((await mails(email)).length - sent).toBe(3);
});

test('a link is sent for a record whose producer removed their account', async () => {
  const leaving = await joinProducer(app, 'quemsai');
  seed += 1;
  const person = await joinPerformer(app, { admin, producer: leaving }, seed);
  const email = `duda${seed}@example.com`;
  const sent = (await mails(email)).length;
  await app.ctx.pool.query(
    'UPDATE users u SET removed_at = now(), email = u.id::text || $2::text FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
    [leaving.profileId, '@removed.invalid'],
  );
  await askFor(email);
  expect(await mails(email)).toHaveLength(sent + 1);
  expect((await view(await person.link())).data).toMatchObject({ consent: 'given' });
});

// A person who lost the link of their consent gets another, and the reply never says whose address is known.
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

test('a person gets another link by their address, and the one before stops working', async () => {
  const { email, link } = await join();
  const before = await link();
  // As a process of the release before stores it.
  await app.ctx.pool.query('UPDATE performers SET email_hash = NULL');
  expect((await askFor(email.toUpperCase())).status).toBe(200);
  const after = await link();
  expect(after).not.toBe(before);
  expect((await view(before)).code).toBe('token.invalid');
  expect((await view(after)).data).toMatchObject({ consent: 'given', can: ['withdraw'] });
});

test('the producer sends the link again, and the one before stops working', async () => {
  const { id, link } = await join();
  const before = await link();
  await producer.call('POST /performers/{id}/ask', { params: { id } });
  const after = await link();
  expect((await view(before)).code).toBe('token.invalid');
  expect((await view(after)).data).toMatchObject({ consent: 'given' });
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
  const before = await person.link();
  await app.ctx.pool.query(
    'UPDATE users u SET removed_at = now(), email = u.id::text || $2::text FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
    [leaving.profileId, '@removed.invalid'],
  );
  await askFor(`duda${seed}@example.com`);
  expect(await person.link()).not.toBe(before);
});

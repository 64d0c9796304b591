// Withdrawing a producer request, through the whole application.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { joinAdmin, signupOf, stepUp, viewRequestOf } from '../../../testing/producing.ts';

let app: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'rosa');
});

const ask = async (person: ApiClient) =>
  person.ask('POST /profiles/became-producer', { body: await signupOf(app, person) });
const id = (person: ApiClient) => person.profileId;
/** A person with an open request. */
const waiting = async (domainName: string): Promise<ApiClient> => {
  const person = await app.join(domainName);
  expect((await ask(person)).status).toBe(200);
  return person;
};
const decide = async (person: ApiClient, decision: 'approve' | 'reject' | 'suspend') => {
  await stepUp(app, admin);
  if (decision === 'approve') await viewRequestOf(app, admin, person);
  return admin.call('POST /profiles/approve-producer', {
    body: { producerId: id(person), decision, reason: 'conferido' },
  });
};
const withdraw = (person: ApiClient) => person.ask('DELETE /profiles/became-producer');
const documentsOf = async (requestId: string) =>
  Promise.all(
    ['documentFront', 'documentBack', 'selfie'].map((name) =>
      app.ctx.blobs.head('private', `documents/producer/${requestId}/${name}`),
    ),
  );
const requestOf = async (person: ApiClient) =>
  (
    await app.ctx.pool.query<{ id: string }>(
      'SELECT id FROM producer_requests WHERE profile_id = $1',
      [person.profileId],
    )
  ).rows[0]?.id ?? '';

test('withdrawing an open request deletes its data and token, and makes the person a member again', async () => {
  const person = await waiting('desiste');
  const requestId = await requestOf(person);
  expect((await documentsOf(requestId)).every((kept) => kept !== null)).toBe(true);
  await app.runJobs();
  const email = ((await app.ctx.mail.inbox?.list(20)) ?? []).find(({ text }) =>
    text.includes('/dsb/producer/'),
  );
  const token = /\/dsb\/producer\/([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
  expect(
    (
      await admin.ask('GET /profiles/get-approve/{approveToken}', {
        params: { approveToken: token },
      })
    ).status,
  ).toBe(200);
  const { status, reply } = await withdraw(person);
  expect([status, reply.data]).toEqual([
    200,
    {
      stage: 'member',
      requestedAt: null,
      decidedAt: null,
      reason: '',
      mayAsk: true,
      contestable: null,
    },
  ]);
  app.clock.advance(5_000);
  expect((await person.call('GET /auth')).profile).toMatchObject({
    activeCam: false,
    producerStage: 'member',
  });
  await app.runJobs();
  expect(await documentsOf(requestId)).toEqual([null, null, null]);
  expect(await requestOf(person)).toBe('');
  expect(
    (
      await admin.ask('GET /profiles/get-approve/{approveToken}', {
        params: { approveToken: token },
      })
    ).reply.code,
  ).toBe('token.invalid');
  expect((await ask(person)).status).toBe(200);
});

test('withdrawing a rejected request restores the wallet and all rights of a member', async () => {
  const person = await waiting('rejeitada');
  await decide(person, 'reject');
  expect((await withdraw(person)).reply.data).toMatchObject({ stage: 'member', mayAsk: true });
});

test('there is no request to withdraw for members, approved and suspended producers', async () => {
  const [never, approved] = [await app.join('nunca'), await waiting('aprovada')];
  await decide(approved, 'approve');
  expect([(await withdraw(never)).reply.code, (await withdraw(approved)).reply.code]).toEqual([
    'producer.notAsked',
    'producer.notAsked',
  ]);
  await decide(approved, 'suspend');
  expect((await withdraw(approved)).reply.code).toBe('producer.notAsked');
});

// A blocked person contests the block by the link in its email, which opens no other block.
import type { UserId } from '@camarim/contract/ids';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { contestToken } from '../decisions/index.ts';
import { testApp, TEST_PASSWORD, type TestApp } from '../../testing/app.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';

const REASON = 'O motivo da decisão';
let app: TestApp;
let first: ApiClient;
let second: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  first = await joinAdmin(app, 'decidiu');
  second = await joinAdmin(app, 'decide');
});
beforeEach(async () => {
  await stepUp(app, first);
  await stepUp(app, second);
});

const mailsTo = async ({ domainName }: ApiClient): Promise<string> => {
  await app.runJobs();
  const inbox = (await app.ctx.mail.inbox?.list(200)) ?? [];
  const mine = inbox.filter(({ to }) => to === `${domainName}@example.com`);
  return mine.map(({ subject, text }) => `${subject} ${text}`).join('\n');
};
const answer = (id: string, outcome: 'upheld' | 'overturned', by = second) =>
  by.ask('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'Vimos de novo.', outcome },
  });

const userIdOf = async ({ profileId }: ApiClient) => {
  const { rows } = await app.ctx.pool.query<{ id: UserId }>(
    'SELECT user_id AS id FROM profiles WHERE id = $1',
    [profileId],
  );
  return rows[0]?.id as UserId;
};
/** Blocks the person, who reads the reason; returns the link to contest this block. */
const block = async (person: ApiClient, reason = REASON): Promise<string> => {
  const params = { userId: await userIdOf(person) };
  await first.call('DELETE /dsb/user/{userId}', { params, body: { reason } });
  const link = new RegExp(`${reason}[^]*?help/contest#(block\\.[\\w.-]+)`).exec(
    await mailsTo(person),
  );
  return link?.[1] ?? '';
};
const blocked = async () => {
  const person = await app.join(`bloqueada${(people += 1)}`);
  return { person, token: await block(person) };
};
const view = (token: string) => app.visitor.ask('POST /publics/help/decision', { body: { token } });
const contestBy = (token: string) =>
  app.visitor.ask('POST /publics/help/appeal', { body: { token, message: 'Não fui eu.' } });
const logIn = async ({ domainName: username }: ApiClient) =>
  app.visitor.ask('POST /auth', {
    body: { username, password: TEST_PASSWORD, recapcha: await solveCaptcha(app.visitor) },
  });
const ticketOf = async ({ profileId }: ApiClient) =>
  (await second.call('GET /dsb/help')).find(({ profile }) => profile?.id === profileId);

test('a blocked person contests the block by the link of the email, and logs in when it ends', async () => {
  const { person, token } = await blocked();
  expect((await view(token)).reply.data).toMatchObject({
    kind: 'block',
    what: 'Sua conta foi bloqueada.',
    reason: REASON,
    appeal: null,
  });
  expect((await contestBy(token)).status).toBe(200);
  expect((await contestBy(token)).reply.code).toBe('ticket.appealed');
  const open = await ticketOf(person);
  expect(open).toMatchObject({ effect: 'unblocks', right: 'users.decide' });
  const id = open?.id ?? '';
  expect((await answer(id, 'overturned', first)).reply.code).toBe('ticket.otherAdmin');
  expect((await logIn(person)).status).not.toBe(200);
  expect((await answer(id, 'overturned')).status).toBe(200);
  expect((await logIn(person)).status).toBe(200);
  const { rows } = await app.ctx.pool.query(
    'SELECT action FROM admin_log WHERE profile_id = $1 ORDER BY id DESC LIMIT 1',
    [person.profileId],
  );
  expect(rows).toEqual([{ action: 'user.unblocked' }]);
});

test('a person who stays blocked gets the answer at the address of the account, and behind the link', async () => {
  const { person, token } = await blocked();
  await contestBy(token);
  await answer((await ticketOf(person))?.id ?? '', 'upheld');
  expect(await mailsTo(person)).toContain('Vimos de novo.');
  expect((await view(token)).reply.data.appeal).toMatchObject({
    answer: 'Vimos de novo.',
    appeal: { outcome: 'upheld' },
  });
});

test('the link to contest a block names no other account, and ends with the time for appeals', async () => {
  const [one, two] = [await blocked(), await blocked()];
  const [, , mark = ''] = one.token.split('.');
  const [, other = ''] = two.token.split('.');
  expect((await view(`block.${other}.${mark}`)).reply.code).toBe('token.invalid');
  app.clock.advance((app.ctx.config.APPEAL_DAYS + 1) * DAY_MS);
  expect((await contestBy(one.token)).reply.code).toBe('ticket.appealOver');
  [first, second] = [await joinAdmin(app, 'decidiu2'), await joinAdmin(app, 'decide2')];
});

test('the link of an earlier block shows its answer, and contests no later block, which has its own', async () => {
  const { person, token: earlier } = await blocked();
  expect((await contestBy(earlier)).status).toBe(200);
  expect((await answer((await ticketOf(person))?.id ?? '', 'overturned')).status).toBe(200);
  app.clock.advance(MINUTE_MS);
  const later = await block(person, 'Outra vez, e pior');
  expect(later).not.toBe(earlier);
  expect((await contestBy(earlier)).reply.code).toBe('ticket.appealed');
  expect((await view(earlier)).reply.data).toMatchObject({
    reason: REASON,
    appeal: { answer: 'Vimos de novo.', appeal: { outcome: 'overturned' } },
  });
  expect((await view(later)).reply.data).toMatchObject({
    reason: 'Outra vez, e pior',
    appeal: null,
  });
  expect((await contestBy(later)).status).toBe(200);
  expect((await answer((await ticketOf(person))?.id ?? '', 'upheld')).status).toBe(200);
});

test('a link that names an account instead of a block opens nothing', async () => {
  const { person } = await blocked();
  const signed = await contestToken(app.ctx, { kind: 'block', id: await userIdOf(person) });
  expect((await view(signed)).reply.code).toBe('token.invalid');
});

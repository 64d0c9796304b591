// What a won appeal may undo, and who may answer it: only the contested act, and only by people who
// could also undo it without an appeal.
import type { UserId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';

const REASON = 'O motivo da decisão';
let app: TestApp;
let first: ApiClient;
let second: ApiClient;
beforeAll(async () => {
  app = await testApp();
  first = await joinAdmin(app, 'decidiu');
  second = await joinAdmin(app, 'decide');
});
beforeEach(async () => {
  await stepUp(app, first);
  await stepUp(app, second);
});

const ticket = async (id: string, reader = second) =>
  (await reader.call('GET /dsb/help')).find((one) => one.id === id);
const answer = (id: string, outcome: 'upheld' | 'overturned', by = second) =>
  by.ask('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'Vimos de novo.', outcome },
  });
const mailsTo = async ({ domainName }: ApiClient): Promise<string> => {
  await app.runJobs();
  const inbox = (await app.ctx.mail.inbox?.list(200)) ?? [];
  const mine = inbox.filter(({ to }) => to === `${domainName}@example.com`);
  return mine.map(({ text }) => text).join('\n');
};

test('only who may unblock an administrator ends such a block by an appeal', async () => {
  const blocked = await joinAdmin(app, 'financista', 'finance');
  const moderator = await joinAdmin(app, 'moderadora', 'moderation');
  const { rows } = await app.ctx.pool.query<{ id: UserId }>(
    'SELECT user_id AS id FROM profiles WHERE id = $1',
    [blocked.profileId],
  );
  const userId = rows[0]?.id as UserId;
  await first.call('DELETE /dsb/user/{userId}', { params: { userId }, body: { reason: REASON } });
  const token = /help\/contest#(block\.[\w.-]+)/.exec(await mailsTo(blocked))?.[1] ?? '';
  await app.visitor.call('POST /publics/help/appeal', { body: { token, message: 'Não fui eu.' } });
  const open = (await second.call('GET /dsb/help')).find(
    ({ profile }) => profile?.id === blocked.profileId,
  );
  const id = open?.id ?? '';
  expect((await ticket(id))?.right).toBe('team.decide');
  expect((await answer(id, 'overturned', moderator)).reply.code).toBe('auth.rightMissing');
  expect((await answer(id, 'upheld', moderator)).reply.code).toBe('auth.rightMissing');
  expect((await answer(id, 'overturned')).status).toBe(200);
});

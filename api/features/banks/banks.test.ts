// Accounts over the API: whose they are, what is kept and shown of them, the proof and the email
// of every change.
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { joinPayee, type Payee } from '../../testing/paying-out.ts';

let app: TestApp;
let payee: Payee;
beforeAll(async () => {
  app = await testApp();
  payee = await joinPayee(app, 'luz');
});

type Body = BodyInput<Routes['POST /banks']>;
const key = (pix: string, changes: object = {}): Body => ({
  isPix: true,
  pix,
  holderName: payee.fullName,
  holderDocument: payee.document,
  ...changes,
});
const outcome = ({
  status,
  reply,
}: {
  status: number;
  reply: { code?: string; fields?: Record<string, unknown> };
}) => [status, reply.code, Object.keys(reply.fields ?? {})[0]];
const emails = async (subject: string) =>
  ((await app.ctx.mail.inbox?.list(50)) ?? []).filter(
    (email) => email.to.startsWith('luz@') && email.subject === subject,
  );

test('the first account is the default, has a cool-off time, is shown masked, and is stored sealed', async () => {
  const added = await payee.call('POST /banks', { body: key('Luz.Secreta@Example.com') });
  expect(added).toMatchObject({
    isPix: true,
    pix: 'lu••••@example.com',
    pixKind: 'email',
    default: true,
    number: null,
  });
  expect(Date.parse(added.payableAt) - app.clock.now().getTime()).toBe(DAY_MS);
  await app.runJobs();
  const [email] = await emails('Nova conta para receber seus ganhos');
  expect(email?.text).toContain('lu••••@example.com');
  expect(email?.text).not.toContain('secreta');
  const { rows } = await app.ctx.pool.query('SELECT * FROM bank_accounts WHERE profile_id = $1', [
    payee.profileId,
  ]);
  expect(rows[0].sealed.includes('secreta')).toBe(false);
});

test('changes of the default and removals are listed and reported by email', async () => {
  const account = await payee.call('POST /banks', {
    body: {
      isPix: false,
      bank: '001',
      agency: '1584',
      number: '0021016-9',
      digit: '6',
      accountType: 'checking',
      holderName: payee.fullName,
      holderDocument: payee.document,
    },
  });
  expect(account).toMatchObject({
    bank: '001',
    bankName: 'Banco do Brasil S.A.',
    number: '•••••169-6',
    default: false,
  });
  expect(
    (await payee.call('POST /banks/{id}/default', { params: { id: account.id } })).default,
  ).toBe(true);
  expect((await payee.call('GET /banks')).map(({ default: chosen }) => chosen)).toEqual([
    true,
    false,
  ]);
  await payee.call('DELETE /banks/{id}', { params: { id: account.id } });
  expect(
    (await payee.call('GET /banks')).map(({ isPix, default: chosen }) => [isPix, chosen]),
  ).toEqual([[true, true]]);
  expect(outcome(await payee.ask('DELETE /banks/{id}', { params: { id: account.id } }))).toEqual([
    404,
    'bank.notFound',
    undefined,
  ]);
  await app.runJobs();
  expect([
    (await emails('Sua conta principal mudou')).length,
    (await emails('Uma conta saiu do seu cadastro')).length,
  ]).toEqual([1, 1]);
});

test('a duplicate account, another person’s document and too many accounts are refused', async () => {
  expect(outcome(await payee.ask('POST /banks', { body: key('luz.secreta@example.com') }))).toEqual(
    [409, 'bank.exists', undefined],
  );
  expect(
    outcome(
      await payee.ask('POST /banks', {
        body: key('outra@example.com', { holderDocument: '52998224725' }),
      }),
    ),
  ).toEqual([400, 'bank.notOwnDocument', 'holderDocument']);
  expect(outcome(await payee.ask('POST /banks', { body: key('51998259765') }))).toEqual([
    400,
    'bank.kindNeeded',
    'pixKind',
  ]);
  const addresses = [
    'b@example.com',
    'c@example.com',
    'd@example.com',
    'e@example.com',
    'f@example.com',
    'g@example.com',
  ];
  const answers = await Promise.all(
    addresses.map((pix) => payee.ask('POST /banks', { body: key(pix) })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(answers.find(({ status }) => status !== 200)?.reply.code).toBe('bank.tooMany');
});

test('a producer approved by an operator without a document can’t add an account', async () => {
  await app.producer.call('POST /auth/step-up', { body: { password: TEST_PASSWORD } });
  expect(outcome(await app.producer.ask('POST /banks', { body: key('iris@example.com') }))).toEqual(
    [409, 'bank.identityUnknown', undefined],
  );
});

test('old authentication is refused for every change', async () => {
  const [account] = await payee.call('GET /banks');
  app.clock.advance(11 * MINUTE_MS);
  expect(outcome(await payee.ask('POST /banks', { body: key('h@example.com') }))).toEqual([
    403,
    'stepUp.required',
    undefined,
  ]);
  const params = { id: account?.id as never };
  expect(outcome(await payee.ask('DELETE /banks/{id}', { params }))).toEqual([
    403,
    'stepUp.required',
    undefined,
  ]);
  expect(outcome(await payee.ask('POST /banks/{id}/default', { params }))).toEqual([
    403,
    'stepUp.required',
    undefined,
  ]);
  expect(await payee.call('GET /banks')).toHaveLength(5);
});

test('the banks of the country are found by code and by name', async () => {
  const all = await app.visitor.ask('GET /publics/banks');
  expect(all.reply.total).toBeGreaterThan(400);
  expect(all.reply.data[0]).toEqual({
    code: '001',
    bank: 'Banco do Brasil S.A.',
    website: null,
    label: '001 - Banco do Brasil S.A.',
  });
  expect(
    (await app.visitor.call('GET /publics/banks', { query: { search: 'itau unibanco s' } })).map(
      ({ code }) => code,
    ),
  ).toContain('341');
});

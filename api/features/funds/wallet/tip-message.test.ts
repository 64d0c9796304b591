// What a fan writes with a tip: kept through a top-up, read by the producer and on both statements,
// receipts and files, and never run by a spreadsheet.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { findFault } from '../../../../tools/verify-statement.mjs';
import type { ApiClient } from '../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import type { Intent } from '../payments/charges/charge-store.ts';
import { fill } from '../../../testing/publishing.ts';

let app: TestAppWithBank;
let fan: ApiClient;
beforeAll(async () => {
  app = await appWithBank();
  fan = await app.join('carinhosa');
});

const tip = (message: string | undefined, value = 1_000) =>
  fan.ask('POST /funds/tips', {
    body: {
      toProfileId: app.producer.profileId,
      value: value,
      ...(message !== undefined && { message }),
    },
    idempotencyKey: randomUUID(),
  });
const newest = async (person: ApiClient, account: 'wallet' | 'earnings') =>
  (await person.call('GET /funds/statements', { query: { account, limit: 1 } }))[0];
const fileOf = async (person: ApiClient, query: string): Promise<string> =>
  (
    await app.server.inject({
      method: 'GET',
      url: `/api/funds/statements/export?${query}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
  ).body;

it('the message of a tip is kept through a top-up: the reply 402 and the charge carry it', async () => {
  const { status, reply } = await tip('  Que luz bonita!  ');
  expect(status).toBe(402);
  const { intent } = reply.data as unknown as { intent: Intent };
  expect(intent).toMatchObject({ kind: 'tip', value: 1_000, message: 'Que luz bonita!' });
  const { id } = await fan.call('POST /funds', {
    body: { paymentMethodKey: 'pix', value: 2_500, intent: intent },
    idempotencyKey: randomUUID(),
  });
  expect((await fan.call('GET /funds/charges/{id}', { params: { id } })).intent).toEqual(intent);
});

it('the message of a tip is shown in the notification, both statements and both receipts as written', async () => {
  await fill(app, fan, 20_000);
  const message = '<b>Bravo</b>, "Íris"!';
  const { reply } = await tip(message);
  const [notice] = await app.producer.call('GET /profiles/notifications', {
    query: { types: 'tip' },
  });
  expect(notice).toMatchObject({ type: 'tip', text: message });
  for (const [person, account] of [
    [fan, 'wallet'],
    [app.producer, 'earnings'],
  ] as const) {
    expect(await newest(person, account)).toMatchObject({ kind: 'tip', message });
    expect(
      (await person.call('GET /funds/receipts/{id}', { params: { id: reply.data.id } })).message,
    ).toBe(message);
  }
  await tip(undefined);
  expect([
    await newest(fan, 'wallet'),
    (await app.producer.call('GET /profiles/notifications', { query: { types: 'tip' } }))[0],
  ]).toMatchObject([{ message: null }, { text: null }]);
});

it('the message of a tip is one quoted CSV cell without a formula, and keeps the file verifiable', async () => {
  await tip('=HYPERLINK("http://x", "oi"),\nduas linhas');
  for (const [person, account] of [
    [fan, 'wallet'],
    [app.producer, 'earnings'],
  ] as const) {
    const csv = await fileOf(person, `format=csv&account=${account}`);
    expect(csv.split('\n')[0]).toMatch(/,reference,message$/);
    expect(csv).toContain(`,"'=HYPERLINK(""http://x"", ""oi""), duas linhas"\n`);
    expect(findFault(csv)).toBeNull();
    const jsonl = await fileOf(person, `format=jsonl&account=${account}`);
    expect(
      jsonl
        .split('\n')
        .flatMap((line) =>
          line.includes('HYPERLINK') ? [(JSON.parse(line) as { message: string }).message] : [],
        ),
    ).toEqual(['=HYPERLINK("http://x", "oi"),\nduas linhas']);
    expect(findFault(jsonl)).toBeNull();
  }
});

it('the message of a tip has at most 140 characters', async () => {
  expect((await tip('a'.repeat(140))).status).toBe(200);
  const { status, reply } = await tip('a'.repeat(141));
  expect([status, reply.code]).toEqual([400, 'validate.invalidRequest']);
});

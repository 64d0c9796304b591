// Buying what a message sells: as it was seen, also after a top-up.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { centavos } from '@camarim/contract/money';
import type { intentSchema } from '@camarim/contract/sales';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { appWithBank } from '../../testing/bank.ts';
import { type Audience, openAudience } from '../../testing/broadcasts/audience.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { fill } from '../../testing/publishing.ts';

type Intent = z.output<typeof intentSchema>;

const PRICE = centavos(500);
let audience: Audience;
beforeAll(async () => {
  audience = await openAudience();
});

const last = async (person: ApiClient) => {
  const message = (await read(person, 'lia.solar')).at(-1);
  if (!message) throw new Error('there is no message');
  return message;
};
const versionOf = async (person: ApiClient): Promise<number> =>
  (await last(person)).paidContent?.version ?? 0;
const buy = (person: ApiClient, id: MessageId, version: number) =>
  person.ask('POST /chats/messages/{id}/purchase', {
    params: { id },
    body: { price: PRICE, version },
    idempotencyKey: newId(),
  });
const balanceOf = async ({ profileId }: ApiClient): Promise<number> =>
  (await audience.app.ctx.ledger.balanceOf(profileId)).balance;

test('a mass message whose media were changed at the same price is not bought by who saw the old ones', async () => {
  const sent = await audience.sendAll({
    message: 'Ensaio',
    medias: [await audience.image(1)],
    price: PRICE,
  });
  const fan = audience.fan(0);
  const { id } = await last(fan);
  const seen = await versionOf(fan);
  await audience.lia().call('PUT /chats/broadcasts/{id}', {
    params: { id: sent.id },
    body: { message: 'Ensaio', medias: [await audience.image(2)], price: PRICE },
  });
  await audience.app.runJobs();
  const before = await balanceOf(fan);
  const refused = await buy(fan, id, seen);
  expect([refused.status, refused.reply.code]).toEqual([409, 'message.changed']);
  expect(await balanceOf(fan)).toBe(before);
  expect((await buy(fan, id, await versionOf(fan))).status).toBe(200);
  expect(await balanceOf(fan)).toBe(before - PRICE);
  // Who has it gets their purchase again, whatever they saw.
  expect((await buy(fan, id, seen)).status).toBe(200);
});

test('a message whose text was edited is not bought by who saw the old text', async () => {
  const fan = audience.fan(1);
  const { reply } = await send(audience.lia(), fan, { message: 'A', lockText: true, price: PRICE });
  const { id } = reply.data;
  const seen = await versionOf(fan);
  await audience
    .lia()
    .call('PUT /chats/messages/{id}', { params: { id }, body: { message: 'Outra coisa' } });
  expect((await buy(fan, id, seen)).reply.code).toBe('message.changed');
});

test('the purchase to finish after a top-up carries what was seen, and is refused after a change', async () => {
  const app = await appWithBank();
  const { producer } = app;
  const poor = await app.join('sem.saldo');
  await follow(poor, producer);
  const draft = { message: 'Segredo', lockText: true, price: PRICE };
  const { id } = (await send(producer, poor, draft)).reply.data;
  const lacking = await buy(poor, id, 1);
  expect(lacking.status).toBe(402);
  const { intent } = (lacking.reply as unknown as { data: { intent: Intent } }).data;
  expect(intent).toMatchObject({ kind: 'paidMessage', messageId: id, version: 1, value: PRICE });
  const { id: chargeId } = await poor.call('POST /funds', {
    body: { paymentMethodKey: 'pix', value: 2_500, intent: intent },
    idempotencyKey: newId(),
  });
  const body = { message: 'Outro segredo' };
  await producer.call('PUT /chats/messages/{id}', { params: { id }, body });
  await fill(app, poor, 2_500);
  const stored = await poor.call('GET /funds/charges/{id}', { params: { id: chargeId } });
  expect(stored.intent).toEqual(intent);
  const { version } = stored.intent as Extract<Intent, { kind: 'paidMessage' }>;
  expect((await buy(poor, id, version)).reply.code).toBe('message.changed');
  expect((await app.ctx.ledger.balanceOf(poor.profileId)).balance).toBe(2_500);
});

test('a retry of a sent message answers the first result, though a word of it is blocked by now', async () => {
  const fan = audience.fan(2);
  const lia = audience.lia();
  const key = newId();
  const options = await lia.call('GET /chats/options', {});
  const draft = { message: 'abacaxi', fee: options.price };
  const first = await send(fan, lia, draft, key);
  expect(first.status).toBe(200);
  await lia.call('PUT /chats/options', { body: { ...options, blockedWords: ['abacaxi'] } });
  const again = await send(fan, lia, draft, key);
  expect([again.status, again.reply.data?.id]).toEqual([200, first.reply.data.id]);
  const another = await send(fan, lia, draft);
  expect(another.reply.code).toBe('message.blockedWord');
});

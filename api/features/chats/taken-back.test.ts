// Messages that were taken back by their author or an administrator are neither sold nor sent any
// more.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type Audience, openAudience } from '../../testing/broadcasts/audience.ts';
import { read, send } from '../../testing/chatting.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { publish } from '../../testing/publishing.ts';

let audience: Audience;
beforeAll(async () => {
  audience = await openAudience();
});

const PRICE = centavos(500);
const LOCKED = { message: 'Segredo', lockText: true, price: PRICE };
const buy = (person: ApiClient, id: MessageId, price = PRICE) =>
  person.ask('POST /chats/messages/{id}/purchase', {
    params: { id },
    body: { price, version: 1 },
    idempotencyKey: newId(),
  });
const last = async (person: ApiClient) => {
  const message = (await read(person, 'lia.solar')).at(-1);
  if (!message) throw new Error('there is no message');
  return message;
};
const balanceOf = async ({ profileId }: ApiClient): Promise<number> =>
  (await audience.app.ctx.ledger.balanceOf(profileId)).balance;

test('a message of a mass message that was taken back from one receiver is not sold to them', async () => {
  await audience.sendAll(LOCKED);
  const fan = audience.fan(0);
  const { id } = await last(fan);
  await audience.lia().call('DELETE /chats/messages/{id}', { params: { id } });
  const before = await balanceOf(fan);
  expect([(await buy(fan, id)).reply.code, await balanceOf(fan)]).toEqual([
    'message.notForSale',
    before,
  ]);
  const other = audience.fan(3);
  expect((await buy(other, (await last(other)).id)).status).toBe(200);
});

test('a mass message that an administrator removed is gone for its buyers too, and is not sent again', async () => {
  await audience.nextDay();
  const admin = await joinAdmin(audience.app, 'chefia');
  const { id: broadcastId } = await audience.sendAll(LOCKED);
  const [buyer, reporter] = [audience.fan(1), audience.fan(2)];
  expect((await buy(buyer, (await last(buyer)).id)).status).toBe(200);
  const { id } = await reporter.call('POST /reports', {
    body: {
      targetKind: 'message',
      targetId: (await last(reporter)).id,
      reason: 'fraud',
      text: 'vejam',
    },
  });
  await admin.call('POST /dsb/reports/{id}', {
    params: { id },
    body: { outcome: 'removed', reason: 'contra as regras' },
  });
  for (const person of [buyer, reporter, audience.fan(4)])
    expect(await last(person)).toMatchObject({ content: '', unsent: true });
  const again = await audience.lia().ask('POST /chats/broadcasts/{id}/resend', {
    params: { id: broadcastId },
    idempotencyKey: newId(),
  });
  expect(again.reply.code).toBe('broadcast.withheld');
});

test('no reaction is added to a message that was taken back', async () => {
  const { reply } = await send(audience.lia(), audience.fan(3), 'já era');
  const params = { id: reply.data.id };
  await audience.lia().call('DELETE /chats/messages/{id}', { params });
  const react = (emoji: '❤️' | null) =>
    audience.fan(3).ask('PUT /chats/messages/{id}/reaction', { params, body: { emoji } });
  expect([(await react('❤️')).reply.code, (await react(null)).status]).toEqual([
    'message.notFound',
    200,
  ]);
});

test('media that were opened free because they were owned close when the payment for them is reversed', async () => {
  await audience.nextDay();
  const { app } = audience;
  const fan = audience.fan(1);
  const { id, mediaIds } = await publish(app, audience.lia(), { seed: 80, price: PRICE });
  const { transferId } = await fan.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: PRICE },
    idempotencyKey: newId(),
  });
  const medias = mediaIds.map((mediaId) => ({ id: mediaId }));
  const { reply } = await send(audience.lia(), fan, { medias, price: PRICE });
  const bought = await buy(fan, reply.data.id, centavos(0));
  expect([bought.status, bought.reply.data.transferId]).toEqual([200, null]);
  expect((await last(fan)).paidContent).toMatchObject({ price: 0, locked: false });
  const admin = await joinAdmin(app, 'chefia.do.caixa');
  await admin.call('POST /dsb/transactions/{id}/reverse', {
    params: { id: transferId },
    body: { reason: 'engano' },
    idempotencyKey: newId(),
  });
  expect((await last(fan)).paidContent).toMatchObject({ price: PRICE, locked: true });
});

// Messages that were sent: their place among those that are cached, and those that wait for money.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { installTransport, type WireReply } from '../../../client/api/api.ts';
import { chatKeys } from '../keys.ts';
import type { Message } from '../messages.ts';
import { messageSale } from '../sale.ts';
import { outgoingOf, sendMessage } from './outbox.ts';

const message = (seq: number, content = ''): Message =>
  ({ id: `m${seq}`, seq, content, fee: 0, clientKey: null }) as never;
const reply = (data: unknown): WireReply => ({ status: 200, body: { success: true, data } });
const seqs = (client: QueryClient) => {
  const cached = client.getQueryData<{ messages: Message[]; newest: boolean }>(
    chatKeys.messages('iris'),
  );
  return { seqs: cached?.messages.map(({ seq }) => seq), newest: cached?.newest };
};
const IRIS = { slug: 'iris', receiverId: 'p1' as never, chatId: 'c1' as never };
const draft = (text: string) => ({ message: text, replyTo: null });

test('a message that is sent beside older ones shows the newest page, so that none between is missed', async () => {
  const client = new QueryClient();
  client.setQueryData(chatKeys.messages('iris'), {
    messages: [message(10), message(11)],
    newest: false,
    stale: [],
  });
  installTransport(async ({ method }) =>
    reply(
      method === 'POST' ? message(501, 'Oi') : [message(499), message(500), message(501, 'Oi')],
    ),
  );
  expect(await sendMessage(client, IRIS, draft('Oi'))).toBe('sent');
  expect(seqs(client)).toEqual({ seqs: [499, 500, 501], newest: true });
});

test('a message that waits for money stays until the wallet has sent it', async () => {
  const client = new QueryClient();
  const outbox = () => outgoingOf('iris').map(({ body }) => body.message);
  installTransport(async () => ({
    status: 402,
    body: { success: false, code: 'wallet.insufficient', message: 'Faltam R$ 10,00.' },
  }));
  expect(await sendMessage(client, IRIS, draft('Caro'))).toBe('wallet');
  expect(outbox()).toEqual(['Caro']);
  await messageSale.refresh(client, { profileId: 'p1', message: 'Caro' } as never);
  expect(outbox()).toEqual([]);
});

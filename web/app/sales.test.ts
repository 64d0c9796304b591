// Each kind of sale is finished by its own call, with what its intent carries.
import type { SaleKind } from '@camarim/contract/sales';
import { expect, test } from 'vitest';
import { installTransport, type WireRequest } from '../client/api/api.ts';
import type { Intent } from '../client/sales.ts';
import type { Sale } from '../client/sales.ts';
import { SALES } from './sales.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const price = { value: 900, label: 'Íris' };

type AnyIntent = { kind: SaleKind; [field: string]: unknown };

/** The requests that paying sends. */
const requestsOf = async (intent: AnyIntent): Promise<WireRequest[]> => {
  const requests: WireRequest[] = [];
  installTransport(async (request) => {
    requests.push(request);
    return { status: 200, body: { success: true, data: {} } };
  });
  const sale = (await SALES[intent.kind]()) as Sale<SaleKind>;
  await sale.pay(intent as unknown as Intent, 'key-of-the-dialog');
  return requests;
};

test.each<[string, AnyIntent, string, object]>([
  [
    'a tip for a profile',
    { kind: 'tip', toProfileId: ID, ...price },
    '/funds/tips',
    { value: 900, toProfileId: ID },
  ],
  [
    'a tip for a goal, with a message',
    { kind: 'tip', goalId: ID, toProfileId: ID, message: 'oi', ...price },
    '/funds/tips',
    { value: 900, goalId: ID, message: 'oi' },
  ],
  [
    'a purchase of a post',
    { kind: 'purchase', postId: ID, ...price },
    `/posts/${ID}/purchase`,
    { price: 900 },
  ],
  [
    'a purchase of a collection',
    { kind: 'collection', collectionId: ID, postIds: [ID], ...price },
    `/collections/${ID}/purchase`,
    { price: 900, postIds: [ID] },
  ],
  [
    'a message',
    { kind: 'message', profileId: ID, message: 'Oi!', ...price },
    '/chats/messages',
    { receiverId: ID, message: 'Oi!', fee: 900 },
  ],
  [
    'the media of a message',
    { kind: 'paidMessage', messageId: ID, version: 3, ...price },
    `/chats/messages/${ID}/purchase`,
    { price: 900, version: 3 },
  ],
  [
    'a subscription with a bundle',
    { kind: 'subscription', profileId: ID, bundleId: ID, subscribedUntil: null, ...price },
    `/profiles/${ID}/renew`,
    { price: 900, subscribedUntil: null, bundleId: ID },
  ],
])('%s is finished by one call', async (_, intent, path, body) => {
  const [request, ...more] = await requestsOf(intent);
  expect(more).toEqual([]);
  expect(request).toMatchObject({
    method: 'POST',
    path,
    headers: { 'idempotency-key': 'key-of-the-dialog' },
  });
  expect(JSON.parse(String(request?.body))).toEqual(body);
});

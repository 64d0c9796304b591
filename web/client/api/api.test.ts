// The API client: addresses, envelopes, refusals.
import { beforeEach, expect, test, vi } from 'vitest';
import {
  call,
  installTransport,
  newIdempotencyKey,
  type Observer,
  type WireReply,
  type WireRequest,
} from './api.ts';
import { ApiError, explainRefusal, NetworkError } from './errors.ts';

const sent: WireRequest[] = [];
let answer: WireReply | Error;
const observer = { message: vi.fn<Observer['message']>(), failure: vi.fn<Observer['failure']>() };

beforeEach(() => {
  sent.length = 0;
  vi.clearAllMocks();
  installTransport(async (request) => {
    sent.push(request);
    if (answer instanceof Error) throw answer;
    return answer;
  }, observer);
});

test('a call sends params, query, body and idempotency key, and leaves undefined values out', async () => {
  answer = { status: 200, body: { success: true, data: {} } };
  await call('POST /posts/{id}/purchase', {
    params: { id: 'a/b' },
    body: { price: 1990 },
    idempotencyKey: 'key-12345',
  });
  await call('GET /posts/timeline', { query: { limit: 5, before: undefined } });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/posts/a%2Fb/purchase',
    body: '{"price":1990}',
    headers: { 'idempotency-key': 'key-12345' },
  });
  expect(sent[1]).toMatchObject({ method: 'GET', path: '/posts/timeline?limit=5' });
  expect(sent[1]).not.toHaveProperty('body');
});

test('the message of a reply is shown to the viewer', async () => {
  answer = { status: 200, body: { success: true, data: null, message: 'Pronto.' } };
  await call('POST /auth/logout');
  expect(observer.message).toHaveBeenCalledWith('Pronto.');
});

test('a refusal keeps its code, fields and payment data, and is passed to the error catalogue', async () => {
  answer = {
    status: 402,
    body: {
      success: false,
      code: 'wallet.insufficient',
      message: 'Saldo insuficiente',
      data: { suggested: 5000 },
      requestId: 'r',
    },
  };
  const refused = await call('GET /funds/methods', { handled: [404] }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    status: 402,
    code: 'wallet.insufficient',
    message: 'Saldo insuficiente',
    data: { suggested: 5000 },
    fields: {},
  });
  expect(observer.failure).toHaveBeenCalledWith(refused, [404]);
});

test('a refusal that the caller reports itself is not passed to the error catalogue', async () => {
  answer = {
    status: 429,
    body: { success: false, code: 'request.tooMany', message: 'Espere um pouco.', requestId: 'r' },
  };
  const refused = (own?: number[]) =>
    call('POST /auth/logout', own ? { handled: own } : {}).catch((error: unknown) => error);
  expect([
    explainRefusal(await refused([429])),
    explainRefusal(await refused([400])),
    explainRefusal(await refused()),
  ]).toEqual(['Espere um pouco.', undefined, undefined]);
});

test('pressing again after a reply that says nothing of the work sends the same idempotency key', async () => {
  const key = async (reply: WireReply | Error) => {
    answer = reply;
    await call('POST /banks', { body: {} as never }).catch(() => undefined);
    return sent.at(-1)?.headers['idempotency-key'];
  };
  const first = await key({ status: 502, body: null });
  expect(await key({ status: 504, body: null })).toBe(first);
  expect(await key(new NetworkError('no answer'))).toBe(first);
  expect(await key({ status: 200, body: { success: true, data: {} } })).toBe(first);
  expect(await key({ status: 200, body: { success: true, data: {} } })).not.toBe(first);
});

test('a missing reply is a failure, and a cancelled call is not', async () => {
  answer = new NetworkError('no answer');
  await expect(call('GET /funds/methods')).rejects.toBe(answer);
  expect(observer.failure).toHaveBeenCalledOnce();
  answer = new DOMException('cancelled', 'AbortError');
  await expect(call('GET /funds/methods')).rejects.toBe(answer);
  expect(observer.failure).toHaveBeenCalledOnce();
});

test('idempotency keys are long, URL-safe and unique', () => {
  const keys = new Set(Array.from({ length: 1_000 }, newIdempotencyKey));
  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

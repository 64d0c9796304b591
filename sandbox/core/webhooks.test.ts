// Notifications reach a real HTTP receiver: retried until accepted, faulty only when a fault is
// armed.
import { HOUR_MS } from '@camarim/contract/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openWebhookReceiver,
  openTestSandbox,
  PIX_KEY,
  until,
  type Receiver,
  type TestSandbox,
} from '../testing.ts';
import type { Delivery } from './deliveries.ts';
import { backoffMs } from './webhooks.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
beforeEach(async () => {
  [sandbox, receiver] = await Promise.all([openTestSandbox(), openWebhookReceiver()]);
  await sandbox.api('PUT', `/webhook/${PIX_KEY}`, {
    webhookUrl: `${receiver.url}/hook?hmac=s&ignorar=`,
  });
});
afterEach(() => Promise.all([sandbox.close(), receiver.close()]));

const payNew = async (digit: string): Promise<string> => {
  const txid = digit.repeat(32);
  await sandbox.api('PUT', `/cob/${txid}`, {
    calendario: { expiracao: 900 },
    valor: { original: '25.00' },
    chave: PIX_KEY,
  });
  return (await sandbox.control<{ endToEndId: string }>('POST', `/__pix/cob/${txid}/pay`)).body
    .endToEndId;
};
const deliveries = async (): Promise<Delivery[]> =>
  (await sandbox.control<Delivery[]>('GET', '/__webhooks')).body;
const inState = async (state: Delivery['state']) =>
  (await deliveries()).filter((delivery) => delivery.state === state);
const received = () => receiver.notifications.map(({ body }) => body.pix[0]?.endToEndId);
const arm = (fault: object) => sandbox.control('POST', '/__faults', fault);

describe('notifications', () => {
  it('a notification arrives at the registered address with /pix appended', async () => {
    const endToEndId = await payNew('1');
    await until(() => receiver.notifications.length === 1);
    expect(receiver.notifications[0]).toMatchObject({
      path: '/hook?hmac=s&ignorar=/pix',
      body: { pix: [{ endToEndId, txid: '1'.repeat(32), valor: '25.00' }] },
    });
    await until(async () => (await inState('accepted')).length === 1);
  });

  it('a notification is retried with growing waits until it is accepted', async () => {
    expect([1, 2, 3, 20].map(backoffMs)).toEqual([1_000, 2_000, 4_000, 600_000]);
    receiver.answer(500, 2);
    await payNew('1');
    // The first waits are short: on a busy machine they may end by themselves.
    await until(async () => {
      if ((await inState('waiting')).length === 1)
        await sandbox.control('POST', '/__clock/advance', { seconds: 60 });
      return (await inState('accepted')).length === 1;
    });
    expect((await inState('accepted'))[0]?.attempts).toBe(3);
    expect(receiver.notifications).toHaveLength(3);
  });

  it('a waiting notification is sent after a restart', async () => {
    receiver.answer(503, 1);
    const endToEndId = await payNew('1');
    // Its wait of a second may end by itself before the restart, on a busy machine.
    await until(async () => (await deliveries())[0]?.attempts !== 0);
    await sandbox.restart();
    await sandbox.control('POST', '/__clock/advance', { seconds: 60 });
    await until(() => receiver.notifications.length === 2);
    expect(received()).toEqual([endToEndId, endToEndId]);
  });

  it('a completed refund is notified', async () => {
    const endToEndId = await payNew('1');
    await sandbox.api('PUT', `/pix/${endToEndId}/devolucao/r1`, { valor: '25.00' });
    await sandbox.control('POST', '/__clock/advance', { seconds: 3 });
    await until(() => receiver.notifications.length === 2);
    expect(receiver.notifications[1]?.body.pix[0]?.devolucoes).toMatchObject([
      { id: 'r1', status: 'DEVOLVIDO' },
    ]);
  });
});

describe('faults of notifications', () => {
  it('an armed fault loses a notification', async () => {
    await arm({ on: 'webhook', action: 'lose' });
    await payNew('1');
    const second = await payNew('2');
    await until(() => receiver.notifications.length === 1);
    expect(received()).toEqual([second]);
    await until(async () => (await inState('lost')).length === 1);
  });

  it('an armed fault sends a notification twice', async () => {
    await arm({ on: 'webhook', action: 'duplicate' });
    const endToEndId = await payNew('1');
    await until(() => receiver.notifications.length === 2);
    expect(received()).toEqual([endToEndId, endToEndId]);
  });

  it('an armed fault delays a notification', async () => {
    await arm({ on: 'webhook', action: 'delay', delayMs: HOUR_MS });
    const late = await payNew('1');
    const next = await payNew('2');
    await until(() => receiver.notifications.length === 1);
    await sandbox.control('POST', '/__clock/advance', { seconds: 3600 });
    await until(() => receiver.notifications.length === 2);
    expect(received()).toEqual([next, late]);
  });

  it('an armed fault reorders two notifications', async () => {
    await arm({ on: 'webhook', action: 'reorder' });
    const [first, second] = [await payNew('1'), await payNew('2')];
    await until(() => receiver.notifications.length === 2);
    expect(received()).toEqual([second, first]);
  });
});

describe('faults of calls', () => {
  const createPath = `/cob/${'9'.repeat(32)}`;
  const create = () =>
    sandbox.api('PUT', createPath, {
      calendario: { expiracao: 900 },
      valor: { original: '25.00' },
      chave: PIX_KEY,
    });

  it('a call fails before the work', async () => {
    await arm({ on: 'PUT /cob', action: 'status', status: 503 });
    expect((await create()).status).toBe(503);
    expect((await sandbox.api('GET', createPath)).status).toBe(404);
  });

  it('a call fails after the work', async () => {
    await arm({ on: 'PUT /cob', action: 'status', status: 500, when: 'after' });
    expect((await create()).status).toBe(500);
    expect((await sandbox.api('GET', createPath)).status).toBe(200);
  });

  it.each(['before', 'after'] as const)('a call loses its connection %s the work', async (when) => {
    await arm({ on: 'PUT /cob', action: 'drop', when });
    await expect(create()).rejects.toThrow('fetch failed');
    expect((await sandbox.api('GET', createPath)).status).toBe(when === 'before' ? 404 : 200);
  });

  it('a call hangs until the caller gives up', async () => {
    await arm({ on: 'GET /cob', action: 'hang' });
    const hung = sandbox.api('GET', createPath);
    await expect(
      Promise.race([
        hung,
        new Promise((_resolve, reject) => setTimeout(() => reject(new Error('gave up')), 300)),
      ]),
    ).rejects.toThrow('gave up');
    expect((await sandbox.control<unknown[]>('GET', '/__faults')).body).toEqual([]);
    await sandbox.restart();
    await expect(hung).rejects.toThrow('fetch failed');
  });

  it('calls work when no fault is armed', async () => {
    await arm({ on: 'PUT /cob', action: 'status', status: 503, times: 2 });
    await sandbox.control('DELETE', '/__faults');
    expect((await create()).status).toBe(201);
    expect(
      (await sandbox.control('POST', '/__faults', { on: 'everything', action: 'explode' })).status,
    ).toBe(400);
  });
});

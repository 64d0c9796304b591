// The history of a viewer's own payments, newest first, with the instructions of unpaid ones.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { type TestAppWithBank, appWithBank } from '../../../../testing/bank.ts';
import { BILL_ADDRESS, payersOf } from '../../../../testing/payers.ts';

let app: TestAppWithBank;
let person: ApiClient;
const made: string[] = [];

const PAYER = { name: 'Davi de Teste', document: '529.982.247-25', address: BILL_ADDRESS };
const ask = async (method: 'pix' | 'boleto', value: 2_500 | 5_000 = 5_000): Promise<string> => {
  const { id } = await person.call('POST /funds', {
    body: { paymentMethodKey: method, value, ...(method === 'boleto' && { payer: PAYER }) },
    idempotencyKey: randomUUID(),
  });
  made.unshift(id);
  app.clock.advance(1_000);
  return id;
};

beforeAll(async () => {
  app = await appWithBank();
  person = await app.join('historico');
  const paid = await ask('pix');
  await payersOf(app).notified(() => app.bank.pay(paid as never));
  await ask('boleto', 2_500);
  await ask('pix');
  await app.fan.call('POST /funds', {
    body: { paymentMethodKey: 'pix', value: 5_000 },
    idempotencyKey: randomUUID(),
  });
});

describe('the history of payments', () => {
  it('the history of payments lists the viewer’s own payments, newest first', async () => {
    const list = await person.call('GET /funds/charges');
    expect(list.map(({ id }) => id)).toEqual(made);
    expect(list.map(({ status, method, value }) => [status, method, value])).toEqual([
      ['pending', 'pix', 5_000],
      ['pending', 'boleto', 2_500],
      ['paid', 'pix', 5_000],
    ]);
    expect(await app.stranger.call('GET /funds/charges')).toEqual([]);
  });

  it('the history of payments has the same data as the call for one, so a waiting boleto can be paid', async () => {
    const list = await person.call('GET /funds/charges');
    for (const shown of list)
      expect(shown).toEqual(
        await person.call('GET /funds/charges/{id}', { params: { id: shown.id } }),
      );
    expect(list[1]?.billPayment?.line).toMatch(/^\d{47}$/);
    expect(list[0]?.pixPayment?.qrCode).toMatch(/^000201/);
    expect(list[2]).toMatchObject({
      pixPayment: null,
      paidAt: expect.any(String),
      forSubscription: false,
    });
  });

  it('a credited payment leads to its receipt, and one that waits has none', async () => {
    const [waiting, , paid] = await person.call('GET /funds/charges');
    expect(waiting?.receiptId).toBeNull();
    const { kind, amount } = await person.call('GET /funds/receipts/{id}', {
      params: { id: paid?.receiptId as never },
    });
    expect([kind, amount]).toEqual(['topUp', 5_000]);
  });

  it('the history of payments is filtered by state and method, and refuses unknown filters', async () => {
    const ids = async (query: Record<string, string>) =>
      (await person.call('GET /funds/charges', { query: query })).map(({ id }) => id);
    expect(await ids({ status: 'pending' })).toEqual(made.slice(0, 2));
    expect(await ids({ method: 'boleto' })).toEqual([made[1]]);
    expect(await ids({ method: 'pix', status: 'paid' })).toEqual([made[2]]);
    for (const wrong of [
      { status: 'lost' },
      { method: 'cash' },
      { state: 'paid' },
      { before: 'x' },
      { limit: 0 },
    ]) {
      const { status, reply } = await person.ask('GET /funds/charges', { query: wrong as never });
      expect([status, reply.code]).toEqual([400, 'validate.invalidRequest']);
    }
  });

  it('the history of payments is paginated by time and id, and a cursor of another account returns nothing', async () => {
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const { reply } = await person.ask('GET /funds/charges', {
        query: { limit: 2, ...(before !== undefined && { before }) },
      });
      pages.push(reply.data.map(({ id }) => id));
      before = reply.cursor ?? undefined;
    } while (before !== undefined);
    expect(pages).toEqual([made.slice(0, 2), made.slice(2)]);
    const [theirs] = await app.fan.call('GET /funds/charges');
    expect(await person.call('GET /funds/charges', { query: { before: theirs?.id } })).toEqual([]);
  });
});

// Specifics of PayPal: fields of refunds, refunded payments in the report, and reversed captures.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock/system.ts';
import { createPayPalProvider } from './paypal.ts';

const chargeId = randomUUID() as ChargeId;
const CAPTURE = '2GG279541U471931P';
const REFUND = '1JU08902781691411';
const up = {
  rel: 'up',
  href: `https://api-m.paypal.com/v2/payments/captures/${CAPTURE}`,
  method: 'GET',
};
const money = (value: string) => ({ currency_code: 'BRL', value });
const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const openPayPal = async (answer: (call: string) => object | null) => {
  const sent: { call: string; requestId: unknown; body: Record<string, unknown> }[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const call = `${incoming.method} ${incoming.url}`;
      const text = Buffer.concat(chunks).toString('utf8');
      if (text.startsWith('{'))
        sent.push({
          call,
          requestId: incoming.headers['paypal-request-id'],
          body: JSON.parse(text) as Record<string, unknown>,
        });
      const body = call.endsWith('/v1/oauth2/token')
        ? { access_token: 't', expires_in: 3600 }
        : answer(call);
      response
        .writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createPayPalProvider(
    {
      baseUrl,
      clientId: 'id',
      clientSecret: 's',
      webhookId: 'w',
      returnUrl: 'https://camarim.example/wallet',
    },
    systemClock,
  );
  closing.push(async () => {
    await provider.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { provider, sent };
};

const capture = { id: CAPTURE, status: 'COMPLETED', amount: money('50.00'), custom_id: chargeId };
const eventOf = (type: string, resource: object) =>
  new TextEncoder().encode(
    JSON.stringify({
      id: 'WH-1',
      event_type: type,
      create_time: '2026-11-21T12:00:00Z',
      resource_type: 'refund',
      resource,
    }),
  );

it('the captures of one approval have one request id, and that of the next approval another', async () => {
  let updated = '2026-11-28T12:00:00Z';
  const order = () => ({
    id: '5O190127TN364715T',
    status: 'APPROVED',
    update_time: updated,
    purchase_units: [{ custom_id: chargeId, amount: money('50.00') }],
    links: [],
  });
  // The order stays approved, as one whose capture was declined.
  const { provider, sent } = await openPayPal(order);
  const captureNow = async () => {
    await provider.capture?.({
      chargeId,
      providerRef: '5O190127TN364715T',
      amountCentavos: centavos(5_000),
      method: 'paypal',
    });
    return sent.at(-1)?.requestId;
  };
  const [first, again] = [await captureNow(), await captureNow()];
  updated = '2026-11-28T12:05:00Z';
  const next = await captureNow();
  expect(again).toBe(first);
  expect(next).not.toBe(first);
  expect(String(next).length).toBeLessThanOrEqual(108);
});

describe('refunds', () => {
  it('a refund carries its own id and the id of its charge', async () => {
    const { provider, sent } = await openPayPal((call) =>
      call.startsWith('GET')
        ? capture
        : {
            id: REFUND,
            status: 'COMPLETED',
            amount: money('10.00'),
            custom_id: chargeId,
            invoice_id: sent.at(-1)?.body['invoice_id'],
          },
    );
    const refundId = randomUUID();
    expect(
      await provider.refund({ receiptRef: CAPTURE, refundId, amountCentavos: centavos(1000) }),
    ).toMatchObject({ refundId, ref: REFUND, origin: 'requested', state: 'done' });
    expect(sent.at(-1)).toMatchObject({
      call: `POST /v2/payments/captures/${CAPTURE}/refund`,
      body: { custom_id: chargeId, invoice_id: refundId },
    });
  });

  it('a refund made in PayPal’s panel is traced to the charge by its payment', async () => {
    const { provider } = await openPayPal((call) =>
      call === `GET /v2/payments/captures/${CAPTURE}` ? capture : null,
    );
    for (const type of ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']) {
      expect(
        provider.parseWebhook(
          eventOf(type, { id: REFUND, status: 'COMPLETED', amount: money('10.00'), links: [up] }),
        ),
      ).toMatchObject([{ kind: 'refund', chargeId: null, receiptRef: CAPTURE }]);
    }
    expect(await provider.findChargeOfReceipt?.(CAPTURE)).toBe(chargeId);
    expect(await provider.findChargeOfReceipt?.('UNKNOWN')).toBeNull();
  });
});

describe('the transaction report', () => {
  const info = (changes: object) => ({
    transaction_info: {
      transaction_id: CAPTURE,
      transaction_event_code: 'T0006',
      transaction_initiation_date: '2026-11-21T10:00:00+0000',
      transaction_amount: money('50.00'),
      transaction_status: 'S',
      custom_field: chargeId,
      ...changes,
    },
  });
  const listed = async (details: object[]) => {
    const { provider } = await openPayPal((call) =>
      call === `GET /v2/payments/captures/${CAPTURE}`
        ? capture
        : { transaction_details: details, page: 1, total_pages: 1 },
    );
    return (
      await provider.listSettlements({
        from: new Date('2026-11-21T00:00:00Z'),
        to: new Date('2026-11-22T00:00:00Z'),
      })
    ).lines;
  };

  it('the report includes refunded payments (V), and neither refused nor pending ones', async () => {
    expect(
      await listed([
        info({ transaction_status: 'V' }),
        info({ transaction_status: 'D' }),
        info({ transaction_status: 'P' }),
      ]),
    ).toMatchObject([{ kind: 'payment', chargeId, amountCentavos: 5000 }]);
  });

  it('a refund without our field gets its charge from its payment', async () => {
    const refund = {
      transaction_id: REFUND,
      paypal_reference_id: CAPTURE,
      transaction_event_code: 'T1107',
      transaction_amount: money('-10.00'),
      custom_field: null,
    };
    expect(await listed([info(refund)])).toMatchObject([
      { kind: 'refund', ref: REFUND, receiptRef: CAPTURE, chargeId, amountCentavos: 1000 },
    ]);
  });
});

describe('reversed captures', () => {
  const stateOf = async (payments: object) => {
    const { provider } = await openPayPal(() => ({
      id: 'ORDER',
      status: 'COMPLETED',
      purchase_units: [{ custom_id: chargeId, amount: money('50.00'), payments }],
      links: [],
    }));
    return provider.status({ chargeId, providerRef: 'ORDER', amountCentavos: centavos(5000) });
  };

  it('a reversed capture without refunds is a disputed payment', async () => {
    const report = await stateOf({ captures: [{ ...capture, status: 'REVERSED' }] });
    expect(report).toMatchObject({
      state: 'charged_back',
      paidCentavos: 5000,
      receipts: [{ refunds: [{ origin: 'disputed', amountCentavos: 5000 }] }],
    });
  });

  it('a reversed capture is disputed for its unrefunded rest', async () => {
    const refund = {
      id: REFUND,
      status: 'COMPLETED',
      amount: money('10.00'),
      invoice_id: randomUUID(),
      links: [up],
    };
    expect(
      (await stateOf({ captures: [{ ...capture, status: 'REVERSED' }], refunds: [refund] }))
        ?.receipts[0]?.refunds,
    ).toMatchObject([
      { origin: 'requested', amountCentavos: 1000 },
      { origin: 'disputed', amountCentavos: 4000 },
    ]);
  });
});

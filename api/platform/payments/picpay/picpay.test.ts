// Specifics of PicPay: a refund names its payment and amount, and is identified by the refunded
// sum.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { centavos } from '@camarim/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock/system.ts';
import { createPicPayProvider } from './picpay.ts';

const chargeId = randomUUID();
const AUTHORIZATION = '555008cef7f321d00ef236333';
const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/**
 * PicPay's replies in the form of its document's examples; `returned` is the refunded sum in reais.
 */
const openPicPay = async (state: { status: string; returned: number }, refundStatus = 201) => {
  const sent: unknown[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const answer = (status: number, body: object) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      const summary = { authorized: 100, paid: 100, refunded: state.returned };
      if (incoming.method === 'GET')
        return answer(200, {
          ...(['paid', 'chargeback'].includes(state.status) && { authorizationId: AUTHORIZATION }),
          referenceId: chargeId,
          status: state.status,
          summary,
        });
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { amount?: number };
      sent.push([incoming.url, body]);
      if (refundStatus >= 500) {
        state.returned += body.amount ?? 0;
        return answer(refundStatus, {});
      }
      return answer(refundStatus, {
        id: '5b008cef7f321d00ef236444',
        referenceId: chargeId,
        summary,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createPicPayProvider(
    {
      baseUrl,
      token: 't',
      sellerToken: 's',
      webhookUrl: 'https://camarim.example/hook',
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

const request = (amount: number, otherRefs: string[] = []) => ({
  receiptRef: chargeId,
  refundId: randomUUID(),
  amountCentavos: centavos(amount),
  receiptCentavos: centavos(10_000),
  otherRefs,
});
const REFUNDS = `/ecommerce/public/payments/${chargeId}/refunds`;

describe('refunds', () => {
  it('a refund request names the authorization and the amount', async () => {
    const { provider, sent } = await openPicPay({ status: 'paid', returned: 0 });
    expect(await provider.refund(request(5005))).toMatchObject({
      state: 'done',
      amountCentavos: 5005,
    });
    expect(sent).toEqual([[REFUNDS, { authorizationId: AUTHORIZATION, amount: 50.05 }]]);
  });

  it('a refund with a lost reply is found by the refunded sum and sent once', async () => {
    const { provider, sent } = await openPicPay({ status: 'paid', returned: 20 }, 502);
    const refundRequest = request(3000, [`${chargeId}:2000`]);
    expect(await provider.refund(refundRequest)).toMatchObject({
      state: 'done',
      amountCentavos: 3000,
      ref: `${chargeId}:5000`,
    });
    expect(await provider.refund(refundRequest)).toMatchObject({
      state: 'done',
      ref: `${chargeId}:5000`,
    });
    expect(sent).toHaveLength(1);
  });

  it('a new refund is not mistaken for an earlier one of the same amount', async () => {
    const { provider, sent } = await openPicPay({ status: 'paid', returned: 20 });
    const refundRequest = request(2000, [`${chargeId}:2000`]);
    expect(await provider.refundStatus(refundRequest)).toBeNull();
    await provider.refund(refundRequest);
    expect(sent).toHaveLength(1);
  });

  it('a refund of an unpaid charge is refused without a call', async () => {
    const { provider, sent } = await openPicPay({ status: 'expired', returned: 0 });
    await expect(provider.refund(request(2000))).rejects.toMatchObject({ outcome: 'refused' });
    expect(sent).toEqual([]);
  });
});

describe('the status of a charge', () => {
  const known = {
    chargeId: chargeId as never,
    providerRef: null,
    amountCentavos: centavos(10_000),
  };
  it.each([
    ['paid', 0, 'paid', 0],
    ['paid', 5.99, 'partially_refunded', 599],
    ['chargeback', 0, 'charged_back', 10_000],
    ['chargeback', 30, 'charged_back', 10_000],
    ['created', 0, 'pending', 0],
    ['authorized', 0, 'pending', 0],
    ['expired', 0, 'expired', 0],
  ])('a charge %s with R$ %d returned is %s', async (status, returned, state, centavosReturned) => {
    const { provider } = await openPicPay({ status, returned });
    const report = await provider.status(known);
    expect(report?.state).toBe(state);
    expect(
      report?.receipts
        .flatMap(({ refunds }) => refunds)
        .reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
    ).toBe(centavosReturned);
  });

  it('a refund before a chargeback is found by its own amount', async () => {
    const { provider, sent } = await openPicPay({ status: 'chargeback', returned: 30 });
    expect(await provider.refundStatus(request(3_000))).toMatchObject({ amountCentavos: 3_000 });
    expect(await provider.refundStatus(request(3_000, [`${chargeId}:3000`]))).toBeNull();
    expect(sent).toEqual([]);
  });

  it('a withdrawn charge is canceled although PicPay says expired', async () => {
    const { provider, sent } = await openPicPay({ status: 'expired', returned: 0 }, 422);
    expect(await provider.cancel(known)).toMatchObject({ state: 'canceled' });
    expect(sent).toEqual([[REFUNDS, {}]]);
  });
});

// PayPal's official client, unmodified, against the stand-in: it validates each reply by its own
// schemas.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import {
  type ApiError,
  CheckoutPaymentIntent,
  Client,
  CustomError,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, openTestSandbox, type TestSandbox } from '../testing.ts';

const FULL = 'return=representation';

let sandbox: TestSandbox;
const agent = new Agent();
const clientOf = (oAuthClientSecret: string): Client =>
  new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: 'camarim', oAuthClientSecret },
    environment: Environment.Sandbox,
    httpClientOptions: { httpsAgent: agent },
  });
const orders = new OrdersController(clientOf('camarim-sandbox'));
const payments = new PaymentsController(clientOf('camarim-sandbox'));
beforeAll(async () => {
  sandbox = await openTestSandbox();
  agent.createConnection = connectTo(sandbox);
});
afterAll(async () => {
  agent.destroy();
  await sandbox.close();
});

const paymentSource = {
  paypal: {
    experienceContext: {
      returnUrl: 'https://example.org/return',
      cancelUrl: 'https://example.org/cancel',
    },
  },
};
const orderOf = (customId: string) => ({
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [{ customId, amount: { currencyCode: 'BRL', value: '50.00' } }],
  paymentSource,
});
const create = async (customId: string) =>
  (await orders.createOrder({ body: orderOf(customId), paypalRequestId: customId, prefer: FULL }))
    .result;
const approve = (customId: string) =>
  sandbox.control('POST', `/__orders/paypal/${customId}/pay`, {});
/** A captured order: its id and the capture's. */
const captured = async (): Promise<{ orderId: string; captureId: string }> => {
  const customId = randomUUID();
  const { id: orderId = '' } = await create(customId);
  await approve(customId);
  const { result } = await orders.captureOrder({ id: orderId, prefer: FULL });
  return { orderId, captureId: result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '' };
};
const issueOf = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(
    () => null,
    (thrown: ApiError) => thrown,
  );
  expect(error).toBeInstanceOf(CustomError);
  return [
    error?.statusCode,
    (JSON.parse(String(error?.body)) as { details: { issue: string }[] }).details[0]?.issue,
  ];
};

describe('PayPal’s own client', () => {
  it('PayPal’s client creates one order per request id, and reads it', async () => {
    const customId = randomUUID();
    const order = await create(customId);
    expect(order).toMatchObject({
      intent: 'CAPTURE',
      status: 'PAYER_ACTION_REQUIRED',
      purchaseUnits: [{ customId, amount: { currencyCode: 'BRL', value: '50.00' } }],
    });
    expect(order.links?.map(({ rel }) => rel)).toEqual(['self', 'payer-action']);
    const again = await orders.createOrder({
      body: orderOf(customId),
      paypalRequestId: customId,
      prefer: FULL,
    });
    expect([again.statusCode, again.result.id]).toEqual([200, order.id]);
    expect((await orders.getOrder({ id: order.id ?? '' })).result).toEqual(order);
  });

  it('PayPal’s client creates an order without source or reference', async () => {
    const { statusCode, result } = await orders.createOrder({
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [{ amount: { currencyCode: 'BRL', value: '50.00' } }],
      },
    });
    expect([statusCode, result.status, result.links?.map(({ rel }) => rel)]).toEqual([
      201,
      'CREATED',
      ['self', 'approve'],
    ]);
    expect(result.purchaseUnits).toBeUndefined();
  });

  it('PayPal’s client captures an approved order once, with an empty JSON body', async () => {
    const customId = randomUUID();
    const { id = '' } = await create(customId);
    expect(await issueOf(orders.captureOrder({ id }))).toEqual([422, 'ORDER_NOT_APPROVED']);
    await approve(customId);
    expect((await orders.getOrder({ id })).result.status).toBe('APPROVED');
    const { statusCode, result } = await orders.captureOrder({ id, prefer: FULL });
    expect([statusCode, result.status]).toEqual([201, 'COMPLETED']);
    const capture = result.purchaseUnits?.[0]?.payments?.captures?.[0];
    expect(capture).toMatchObject({
      status: 'COMPLETED',
      customId,
      finalCapture: true,
      amount: { value: '50.00' },
    });
    expect(
      (await payments.getCapturedPayment({ captureId: capture?.id ?? '' })).result,
    ).toMatchObject({
      id: capture?.id,
      status: 'COMPLETED',
      supplementaryData: { relatedIds: { orderId: id } },
    });
    expect(await issueOf(orders.captureOrder({ id }))).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
  });

  it('PayPal’s client gets a minimal reply unless it prefers the representation', async () => {
    const customId = randomUUID();
    const { id = '' } = await create(customId);
    await approve(customId);
    const { result } = await orders.captureOrder({ id });
    expect(
      Object.entries(result)
        .filter(([, value]) => value !== undefined)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['id', 'links', 'status']);
  });

  it('PayPal’s client refunds a part, then the rest, and never more', async () => {
    const { orderId, captureId } = await captured();
    const part = (
      await payments.refundCapturedPayment({
        captureId,
        prefer: FULL,
        body: {
          amount: { currencyCode: 'BRL', value: '10.00' },
          customId: 'mine',
          noteToPayer: 'sorry',
        },
      })
    ).result;
    expect(part).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '10.00' },
      customId: 'mine',
    });
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe(
      'PARTIALLY_REFUNDED',
    );
    const rest = (await payments.refundCapturedPayment({ captureId, prefer: FULL })).result;
    expect(rest).toMatchObject({ status: 'COMPLETED', amount: { value: '40.00' } });
    expect(
      await issueOf(
        payments.refundCapturedPayment({
          captureId,
          body: { amount: { currencyCode: 'BRL', value: '0.01' } },
        }),
      ),
    ).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
    expect((await payments.getRefund({ refundId: part.id ?? '' })).result).toEqual(part);
    const found = (await orders.getOrder({ id: orderId })).result.purchaseUnits?.[0]?.payments;
    expect([found?.captures?.[0]?.status, found?.refunds?.map(({ id }) => id)]).toEqual([
      'REFUNDED',
      [part.id, rest.id],
    ]);
  });

  it('invalid requests of PayPal’s client are refused', async () => {
    expect(await issueOf(orders.createOrder({ body: orderOf(randomUUID()) }))).toEqual([
      400,
      'PAYPAL_REQUEST_ID_REQUIRED',
    ]);
    expect(await issueOf(orders.getOrder({ id: 'NOSUCHORDER123456' }))).toEqual([
      404,
      'INVALID_RESOURCE_ID',
    ]);
    await expect(
      new OrdersController(clientOf('wrong')).getOrder({ id: 'NOSUCHORDER123456' }),
    ).rejects.toMatchObject({ statusCode: 401 });
  });
});

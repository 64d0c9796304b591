// Specifics of the adapters other than Pix: invalid replies and forged signatures.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { barcodeOf, lineOf } from '@camarim/contract/boleto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../clock/fake.ts';
import { createCieloProvider } from './cielo/cielo.ts';
import { toOrderId } from './cielo/cielo-wire.ts';
import { createPayPalProvider } from './paypal/paypal.ts';
import { createPicPayProvider } from './picpay/picpay.ts';
import type { ChargeRequest, PaymentProvider, WebhookDelivery } from './port.ts';

/**
 * No gateway of these tests keeps silent; one that answers late on a busy machine is no failure.
 */
const PATIENCE_MS = 60_000;
const START = new Date('2026-11-23T12:00:00.000Z');
const chargeId = randomUUID() as ChargeId;
const known = { chargeId, providerRef: 'X1', amountCentavos: centavos(5000) };
const payer = { name: 'Pessoa de Teste', document: '52998224725' };
const request: ChargeRequest = {
  chargeId,
  method: 'boleto',
  amountCentavos: centavos(5000),
  expiresInSeconds: 259_200,
  description: 'Recarga',
  payer,
};

type Answer = { status: number; body: unknown };
const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A gateway with the replies of the test; `calls` records the requests. */
const openGateway = async (answer: (call: string) => Answer) => {
  const calls: string[] = [];
  const server: Server = createServer((incoming, response) => {
    const call = `${incoming.method} ${incoming.url}`;
    calls.push(call);
    const token =
      call === 'POST /v1/oauth2/token'
        ? { status: 200, body: { access_token: 't', expires_in: 3600 } }
        : null;
    const { status, body } = token ?? answer(call);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
};
const closed = (provider: PaymentProvider): PaymentProvider => {
  closing.push(() => provider.close());
  return provider;
};

describe('boletos', () => {
  const barcode = barcodeOf({
    bank: '237',
    dueDate: '2026-11-26',
    amountCentavos: 5000,
    freeField: '3381250000000001500123450',
  });
  const sale = (changes: object = {}) => ({
    MerchantOrderId: toOrderId(chargeId),
    Payment: {
      PaymentId: 'P1',
      Type: 'Boleto',
      Amount: 5000,
      Status: 1,
      ExpirationDate: '2026-11-26',
      BarCodeNumber: barcode,
      DigitableLine: lineOf(barcode),
      Url: 'https://x.example/b',
      ...changes,
    },
  });
  const creating = async (body: unknown) => {
    const { url } = await openGateway((call) =>
      call.startsWith('POST') ? { status: 201, body } : { status: 404, body: [] },
    );
    return closed(
      createCieloProvider(
        {
          baseUrl: url,
          queryUrl: url,
          merchantId: 'm',
          merchantKey: 'k',
          boletoProvider: 'Bradesco2',
          webhookSecret: 's',
          timeoutMs: PATIENCE_MS,
        },
        fakeClock(START),
      ),
    ).createCharge(request);
  };

  it('a boleto has its line, barcode and due date', async () => {
    expect((await creating(sale())).presentment).toMatchObject({
      kind: 'boleto',
      line: lineOf(barcode),
      barcode,
      dueDate: '2026-11-26',
      expiresAt: new Date('2026-11-27T03:00:00.000Z'),
    });
  });

  const other = barcodeOf({
    bank: '237',
    dueDate: '2026-11-26',
    amountCentavos: 5001,
    freeField: '3381250000000001500123450',
  });
  it.each([
    [
      'a barcode that is damaged',
      { BarCodeNumber: `${barcode.slice(0, -1)}${(Number(barcode.at(-1)) + 1) % 10}` },
    ],
    ['the line of another boleto', { DigitableLine: lineOf(other) }],
    ['digits of another amount', { BarCodeNumber: other, DigitableLine: lineOf(other) }],
    ['another day', { ExpirationDate: '2026-11-27' }],
    ['no digits', { BarCodeNumber: undefined, DigitableLine: undefined }],
    ['another amount', { Amount: 4999 }],
  ])('a boleto with %s is invalid', async (_name, changes) => {
    await expect(creating(sale(changes))).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('a boleto of another charge is invalid', async () => {
    await expect(
      creating({ ...sale(), MerchantOrderId: toOrderId(randomUUID() as ChargeId) }),
    ).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('a lost reply that makes two boletos shows the older and counts payments of both', async () => {
    const one = (id: string, second: string, changes: object) =>
      sale({ PaymentId: id, ReceivedDate: `2026-11-23 09:00:${second}`, ...changes });
    const sales: Record<string, object> = {
      P2: one('P2', '07', { Status: 2, CapturedAmount: 5000, CapturedDate: '2026-11-24 10:00:00' }),
      P1: one('P1', '03', {}),
    };
    const { url } = await openGateway((call) => ({
      status: 200,
      body: call.includes('merchantOrderId')
        ? { Payments: [{ PaymentId: 'P2' }, { PaymentId: 'P1' }] }
        : sales[call.split('/').at(-1) ?? ''],
    }));
    const provider = closed(
      createCieloProvider(
        {
          baseUrl: url,
          queryUrl: url,
          merchantId: 'm',
          merchantKey: 'k',
          boletoProvider: 'Bradesco2',
          webhookSecret: 's',
          timeoutMs: PATIENCE_MS,
        },
        fakeClock(START),
      ),
    );
    expect(await provider.status(known)).toMatchObject({
      state: 'paid',
      providerRef: 'P1',
      paidCentavos: 5000,
      receipts: [{ ref: 'P2', receivedAt: new Date('2026-11-24T13:00:00.000Z') }],
    });
  });

  it('wrong credentials leave a boleto unknown', async () => {
    const { url } = await openGateway(() => ({
      status: 401,
      body: [{ Code: 132, Message: 'Invalid MerchantKey' }],
    }));
    const provider = closed(
      createCieloProvider(
        {
          baseUrl: url,
          queryUrl: url,
          merchantId: 'm',
          merchantKey: 'k',
          boletoProvider: 'Bradesco2',
          webhookSecret: 's',
          timeoutMs: PATIENCE_MS,
        },
        fakeClock(START),
      ),
    );
    await expect(provider.createCharge(request)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

describe('PicPay', () => {
  const open = (url: string) =>
    closed(
      createPicPayProvider(
        {
          baseUrl: url,
          token: 't',
          sellerToken: 'their token',
          webhookUrl: 'https://x.example/hook',
          returnUrl: 'https://x.example',
          timeoutMs: PATIENCE_MS,
        },
        fakeClock(START),
      ),
    );

  it('a charge without a repeated checkout address is refused, never paid', async () => {
    const { url } = await openGateway((call) =>
      call.startsWith('POST')
        ? { status: 422, body: { message: 'duplicado' } }
        : { status: 200, body: { referenceId: chargeId, status: 'created' } },
    );
    await expect(open(url).createCharge({ ...request, method: 'picpay' })).rejects.toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('duplicado'),
    });
  });

  it.each([
    ['says paid and shows no payment', { status: 'paid' }],
    ['answers another charge', { referenceId: randomUUID(), status: 'created' }],
  ])('a PicPay reply that %s is invalid', async (_name, changes) => {
    const { url } = await openGateway(() => ({
      status: 200,
      body: { referenceId: chargeId, ...changes },
    }));
    await expect(open(url).status(known)).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('a paid charge is never canceled, because PicPay would refund it', async () => {
    const { url, calls } = await openGateway(() => ({
      status: 200,
      body: { referenceId: chargeId, status: 'paid', authorizationId: 'A1' },
    }));
    expect((await open(url).cancel(known)).state).toBe('paid');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('PicPay requires a CPF', async () => {
    const { url, calls } = await openGateway(() => ({ status: 200, body: {} }));
    await expect(open(url).createCharge({ ...request, payer: undefined })).rejects.toMatchObject({
      outcome: 'refused',
    });
    expect(calls).toEqual([]);
  });
});

describe('notifications with a PayPal signature', () => {
  const open = (url: string, options: { certificateOrigins?: string[] } = {}) =>
    closed(
      createPayPalProvider(
        {
          baseUrl: url,
          clientId: 'c',
          clientSecret: 's',
          webhookId: 'W',
          returnUrl: 'https://x.example',
          timeoutMs: PATIENCE_MS,
          ...options,
        },
        fakeClock(START),
      ),
    );
  const delivery = (certificateUrl: string, time = START.toISOString()): WebhookDelivery => ({
    query: new URLSearchParams(),
    rawBody: new TextEncoder().encode('{}'),
    headers: {
      'paypal-transmission-id': 'i',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': 'AAAA',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': certificateUrl,
    },
  });

  it.each([
    'http://api.paypal.com/v1/notifications/certs/C',
    'https://api.paypal.com.evil.example/v1/notifications/certs/C',
    'https://evilpaypal.com/v1/notifications/certs/C',
    'https://user@api.paypal.com/v1/notifications/certs/C',
    'https://api.paypal.com:8443/v1/notifications/certs/C',
    'https://api.paypal.com/elsewhere',
    'nonsense',
    '',
  ])('a certificate at %s is neither fetched nor accepted', async (address) => {
    const { url } = await openGateway(() => ({ status: 200, body: {} }));
    expect(await open(url).verifyWebhook(delivery(address))).toBe(false);
  });

  it('a certificate from a foreign origin is neither fetched nor accepted', async () => {
    const { url, calls } = await openGateway(() => ({ status: 200, body: 'no certificate' }));
    expect(await open(url).verifyWebhook(delivery(`${url}/v1/notifications/certs/C`))).toBe(false);
    expect(calls).toEqual([]);
  });

  it('a notification is postponed while the certificate is unavailable', async () => {
    const { url } = await openGateway(() => ({ status: 500, body: '' }));
    await expect(
      open(url, { certificateOrigins: [url] }).verifyWebhook(
        delivery(`${url}/v1/notifications/certs/C`),
      ),
    ).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it.each(['2026-11-18T12:00:00.000Z', '2026-11-23T13:00:00.000Z', 'never'])(
    'a notification sent at %s is rejected',
    async (time) => {
      const { url, calls } = await openGateway(() => ({ status: 200, body: '' }));
      expect(
        await open(url, { certificateOrigins: [url] }).verifyWebhook(
          delivery(`${url}/v1/notifications/certs/C`, time),
        ),
      ).toBe(false);
      expect(calls).toEqual([]);
    },
  );
});

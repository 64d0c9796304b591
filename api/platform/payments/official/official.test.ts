// Tests of the validators: they accept the documents' own examples, and refuse changed ones.
import { describe, expect, it } from 'vitest';
import type { HttpExchange } from '../gateway-http.ts';
import { validateExchange, validateNotification } from './documents.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const requestBody = {
  calendario: { expiracao: 3600 },
  valor: { original: '37.00' },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Recarga',
};
const replyBody = {
  ...requestBody,
  calendario: { criacao: '2020-09-09T20:15:00.358Z', expiracao: 3600 },
  txid: TXID,
  revisao: 0,
  status: 'ATIVA',
  loc: {
    id: 789,
    location: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
    tipoCob: 'cob',
    criacao: '2020-09-09T20:15:00.358Z',
  },
  location: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
  pixCopiaECola:
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041234',
};
const exchange = (
  changes: Partial<HttpExchange> & { requestBody?: object; replyBody?: object } = {},
): HttpExchange => {
  const { requestBody: body = requestBody, replyBody: reply = replyBody, ...rest } = changes;
  return {
    method: 'PUT',
    url: `https://pix.example.com/v2/cob/${TXID}`,
    body: JSON.stringify(body),
    status: 201,
    replyType: 'application/json',
    reply: JSON.stringify(reply),
    ...rest,
  };
};
const ORDER = {
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'BRL', value: '50.00' } }],
};
const paypal = (
  body: object,
  reply: object = { id: '5O190127TN364715T', status: 'CREATED' },
): HttpExchange => ({
  method: 'POST',
  url: 'https://api-m.paypal.com/v2/checkout/orders',
  body: JSON.stringify(body),
  status: 201,
  replyType: 'application/json',
  reply: JSON.stringify(reply),
});

describe('validation of exchanges', () => {
  it('an exchange from the documents is accepted', () => {
    expect(validateExchange(exchange())).toEqual([]);
    expect(validateExchange(paypal(ORDER))).toEqual([]);
  });

  it.each([
    [
      'an amount without cents',
      exchange({ requestBody: { ...requestBody, valor: { original: '37' } } }),
      'request',
    ],
    [
      'a request without its key',
      exchange({ requestBody: { calendario: requestBody.calendario, valor: requestBody.valor } }),
      'request',
    ],
    [
      'a reply with an unknown status',
      exchange({ replyBody: { ...replyBody, status: 'PAGA' } }),
      'reply',
    ],
    [
      'a reply without a status',
      exchange({ replyBody: { ...replyBody, status: undefined } }),
      'reply',
    ],
    [
      'a name that the document does not have',
      exchange({ replyBody: { ...replyBody, surpresa: 1 } }),
      '/surpresa is not in the document',
    ],
    ['a status that the document does not answer', exchange({ status: 418 }), '418'],
    [
      'a call that the document does not have',
      exchange({ method: 'DELETE' }),
      'is not in the document',
    ],
    [
      'a PayPal order without an intent',
      paypal({ purchase_units: ORDER.purchase_units }),
      'request',
    ],
    [
      'a PayPal order of an unknown status',
      paypal(ORDER, { id: '5O190127TN364715T', status: 'PAID' }),
      'reply',
    ],
  ])('an exchange with %s is refused', (_name, changed, words) => {
    expect(validateExchange(changed)?.join('\n')).toContain(words);
  });

  it('an exchange is also validated by Efí’s own schemas', () => {
    const payout: HttpExchange = {
      method: 'PUT',
      url: 'https://pix.example.com/v3/gn/pix/abc',
      body: JSON.stringify({
        valor: '1.00',
        pagador: { chave: 'k' },
        favorecido: { chave: 'f', cpf: '52998224725' },
      }),
      status: 201,
      replyType: 'application/json',
      reply: JSON.stringify({
        endToEndId: 'E1',
        idEnvio: 'abc',
        valor: '1.00',
        horario: { solicitacao: '2026-11-21T12:00:00Z' },
        status: 'EM_PROCESSAMENTO',
      }),
    };
    expect(validateExchange(payout)).toEqual([]);
    expect(
      validateExchange({ ...payout, reply: payout.reply.replace('endToEndId', 'e2eId') })?.join(),
    ).toContain('/endToEndId');
  });
});

describe('validation of notifications', () => {
  const pix = {
    endToEndId: 'E12345678202009091221kkkkkkkkkkk',
    txid: TXID,
    valor: '110.00',
    horario: '2020-09-09T20:15:00.358Z',
  };
  it('a notification from the document is accepted, and a changed one is not', () => {
    expect(validateNotification({ pix: [pix] })).toEqual([]);
    expect(validateNotification({ pix: [{ ...pix, valor: '110' }] })?.join()).toContain('/valor');
    expect(validateNotification({ pix: [{ ...pix, valor: undefined }] })?.join()).toContain(
      'valor',
    );
  });
});

// Cielo's answers as its public documents show them; each fixture names its page.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { describe, expect, it } from 'vitest';
import { cardReportOf, declineOf, readCardSale, takesBrand } from './card-wire.ts';
import { reasonIn } from './cielo-sales.ts';
import { readSaleIds, toOrderId } from './cielo-wire.ts';

const chargeId = randomUUID() as ChargeId;
const NOW = new Date('2026-11-23T12:00:00.000Z');
const ID = '24bc8366-fc31-4d6c-8555-17049a836a07';

// developercielo.github.io, "Consultando vendas": a captured credit sale.
const sale = (changes: object = {}) => ({
  MerchantOrderId: toOrderId(chargeId),
  Payment: {
    PaymentId: ID,
    Type: 'CreditCard',
    Amount: 15_700,
    CapturedAmount: 15_700,
    CapturedDate: '2026-11-22 10:11:12',
    Status: 2,
    ReturnCode: '6',
    ReturnMessage: 'Operation Successful',
    ReceivedDate: '2026-11-22 10:11:10',
    ...changes,
  },
});
const reportOf = (changes?: object) => cardReportOf([readCardSale(sale(changes))], chargeId, NOW);

describe('the sales of one order', () => {
  it.each([
    // docs.cielo.com.br/ecommerce-cielo, "Consultar por MerchantOrderId".
    [
      'Payments',
      {
        ReasonCode: 0,
        ReasonMessage: 'Successful',
        Payments: [{ PaymentId: ID, ReceveidDate: '2026-11-22T10:11:10.607' }],
      },
    ],
    // developercielo.github.io, manual in Portuguese, the same call.
    ['Payment', { Payment: [{ PaymentId: ID, ReceveidDate: '2026-11-22T10:11:10.607' }] }],
  ])('sales are read from a list called %s', (_name, body) => {
    expect(readSaleIds(body)).toEqual([ID]);
  });

  it.each([{}, { ReasonCode: 0, ReasonMessage: 'Successful' }, { Sales: [] }])(
    'a reply without a list of sales is invalid, not empty: %o',
    (body) => {
      expect(() => readSaleIds(body)).toThrow(expect.objectContaining({ outcome: 'invalid' }));
    },
  );
});

describe('refunds of a sale', () => {
  it.each([
    // Status 10 on the day of the capture, 11 later: "Cancelando uma venda".
    [{ Status: 10, VoidedAmount: 15_700, VoidedDate: '2026-11-22 11:00:00' }, 'refunded', 15_700],
    [{ Status: 11, VoidedAmount: 15_700, VoidedDate: '2026-11-23 08:00:00' }, 'refunded', 15_700],
    [
      { Status: 2, VoidedAmount: 5_000, VoidedDate: '2026-11-23 08:00:00' },
      'partially_refunded',
      5_000,
    ],
  ])(
    'refunds are read from the sum when the optional list is missing: %o',
    (changes, state, amountCentavos) => {
      const report = reportOf(changes);
      expect(report).toMatchObject({
        state,
        receipts: [{ refunds: [{ ref: `${ID}:1`, amountCentavos, state: 'done' }] }],
      });
    },
  );

  it('refunds are read from the list when there is one', () => {
    const refunds = reportOf({
      VoidedAmount: 5_000,
      Refunds: [
        { Amount: 2_000, Status: 3 },
        { Amount: 3_000, Status: 1 },
        { Amount: 1_000, Status: 0 },
      ],
    }).receipts[0]?.refunds;
    expect(refunds?.map(({ amountCentavos, state }) => [amountCentavos, state])).toEqual([
      [2_000, 'done'],
      [3_000, 'processing'],
      [1_000, 'processing'],
    ]);
  });
});

it.each(['3', '03', '21'])(
  "Mastercard's advice code %s is irreversible, with one digit or two",
  (advice) => {
    expect(
      reportOf({ Status: 3, CapturedAmount: null, ReturnCode: '05', MerchantAdviceCode: advice }),
    ).toMatchObject({ state: 'failed', decline: { class: 'irreversible' } });
    expect(declineOf('05', '', '01').class).toBe('unknown');
  },
);

it('brands without Zero Auth are refused, and a single reason is read', () => {
  // "Zero Auth": Visa, Mastercard and Elo.
  expect([1, 2, 3, 5, 12, 29, 33, 41, 43].filter(takesBrand)).toEqual([1, 2, 41]);
  expect([
    reasonIn({ Code: 57, Message: 'Bandeira inválida' }),
    reasonIn([{ Code: 126, Message: 'Credit Card Expiration Date is invalid' }]),
    reasonIn(null),
  ]).toEqual(['Bandeira inválida', 'Credit Card Expiration Date is invalid', undefined]);
});

// /funds/cards: saved payments, card brands, encryption keys and limits, and the data of boletos.
import { z } from 'zod';
import { PICPAY_NAME_MAX, SAVED_PAYMENTS_PAGE } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, page } from '../../wire.ts';
import { recapcha } from '../auth/account.ts';
import { authenticationScriptSchema } from './authentication.ts';
import { billAddressSchema, keptAddressSchema } from './bill-address.ts';

export const paymentType = z.enum(['card', 'picpay']);

/** Source: specification section 9, card brand ids. */
const brandId = z.literal([1, 2, 3, 5, 12, 29, 33, 41, 43]);

/**
 * A card or a PicPay account that is kept. Nothing in it can pay anywhere else. Source:
 * specification section 3, Saved payment.
 */
export const savedPaymentSchema = z
  .object({
    id: id('savedPayment'),
    default: z.boolean(),
    paymentType,
    holderName: z.string().meta({ description: "a card's: first name and initials" }),
    number: z.string().nullable().meta({ description: 'masked: the last four digits' }),
    expiration: z.string().nullable().meta({ description: 'MM/YYYY' }),
    brand: z.object({ id: brandId, name: z.string() }).nullable(),
    usable: z
      .boolean()
      .meta({ description: 'false: expired, refused by its bank for good, or still activating' }),
    activating: z.boolean().meta({
      description:
        'kept, and usable as soon as its acquirer has activated it: within minutes, as a rule',
    }),
    holderDocument: z.string().meta({ description: 'masked' }),
    holderPhoneNumber: z.string(),
    billingEmail: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'SavedPayment' });

const document = z
  .string()
  .max(30)
  .transform((text) => text.replaceAll(/[.\-/\s]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{5,20}$/));
const contact = {
  holderDocument: document.meta({
    description: 'CPF or CNPJ; another document for a billing address abroad',
  }),
  billingEmail: z.email().max(200),
  holderPhoneNumber: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .meta({ description: 'with + and country, or Brazilian' }),
};
const line = (max: number) => z.string().trim().max(max).default('');

/**
 * Source: specification section 3, Card payment payload. Number, expiration, code and name travel
 * in `encrypted` alone.
 */
const newCard = z.object({
  paymentType: z.literal('card'),
  encrypted: z.string().min(100).max(4_000).meta({
    description:
      'compact JWE (RSA-OAEP-256, A256GCM) to the key of the access token of who takes cards here, with its kid: { nonce, number, holderName, expiration MM/YYYY, cvv }',
  }),
  authorizerId: brandId,
  ...contact,
  holderPhoneNumber: z
    .string()
    .trim()
    .max(30)
    .default('')
    .meta({ description: 'with + and country, or Brazilian; empty where it is not given' }),
  holderBirthDate: z
    .string()
    .regex(/^(\d{2}\/\d{2}\/\d{4})?$/)
    .default('')
    .meta({
      description: 'DD/MM/YYYY; eighteen years or more ago; empty where it is not given',
    }),
  billingAddress: line(200),
  billingStreet: line(120),
  billingNumber: line(20).meta({ description: "'S/N' when empty" }),
  billingCounty: line(80),
  billingCity: line(80),
  billingState: line(80).meta({
    description: 'state, province or region; empty where a country has none',
  }),
  billingStateCode: line(10).meta({
    description:
      'of Brazil: two letters of IBGE; elsewhere empty, unless the country has such codes (ISO 3166-2, its second part)',
  }),
  billingZip: line(20),
  billingCountry: z.string().trim().toUpperCase().length(2).default('BR'),
  legalConsent: z
    .literal(true)
    .meta({ description: 'the holder agrees that the card is kept and charged as they ask' }),
  recapcha,
});
const newPicPay = z.object({
  paymentType: z.literal('picpay'),
  holderName: z.string().trim().min(3).max(PICPAY_NAME_MAX),
  ...contact,
});

const billData = z.object({
  cpfCnpj: z.string(),
  name: z.string(),
  address: keptAddressSchema.nullable(),
});

/** A key for cards; which call answers, GET /funds/methods says in `cardAcquirer`. */
const cardKey = {
  auth: 'member',
  reply: z.object({
    data: z.record(z.string(), z.unknown()).meta({ description: 'JWK, public' }),
    kid: z.string(),
    expiresWhen: instant,
  }),
  errors: ['wallet.methodUnavailable', 'gateway.unavailable'],
  perMinute: 30,
} as const;

export const cardsRoutes = {
  'GET /funds/cards': route({
    id: 'funds.cards',
    summary: 'My cards, the default one first',
    auth: 'member',
    query: z.object(page(SAVED_PAYMENTS_PAGE)),
    reply: z.array(savedPaymentSchema),
    list: 'offset',
  }),
  'GET /funds/payments': route({
    id: 'funds.payments',
    summary: 'My saved payments, the default ones first',
    auth: 'member',
    query: z.object({
      ...page(SAVED_PAYMENTS_PAGE),
      filter: z.enum(['paymentType:eq:card', 'paymentType:eq:picpay']).optional(),
    }),
    reply: z.array(savedPaymentSchema),
    list: 'offset',
  }),
  'POST /funds/cards': route({
    idempotency: 'remembered',
    id: 'funds.saveCard',
    summary: 'Keeps a card, which its bank is asked about without a charge, or a PicPay account',
    auth: 'member',
    body: z.discriminatedUnion('paymentType', [newCard, newPicPay]),
    reply: savedPaymentSchema,
    errors: [
      'auth.captchaRefused',
      'auth.captchaUnavailable',
      'card.invalidBin',
      'card.refused',
      'card.refusedForGood',
      'card.unreadable',
      'card.tooMany',
      'card.declines',
      'card.declinesUnconfirmed',
      'card.declinesNetwork',
      'card.declinesDevice',
      'card.declinesBin',
      'wallet.errorAddress',
      'wallet.methodUnavailable',
      'gateway.unavailable',
      'validate.adultOnly',
    ],
    // Stolen numbers are tried out by the hundred.
    perMinute: 6,
  }),
  'PUT /funds/cards/{id}': route({
    id: 'funds.chooseCard',
    summary: 'Makes a saved payment the default one of its kind',
    auth: 'member',
    params: z.object({ id: id('savedPayment') }),
    body: z.object({ default: z.literal(true) }),
    reply: savedPaymentSchema,
    errors: ['card.notFound'],
  }),
  'DELETE /funds/cards/{id}': route({
    id: 'funds.removeCard',
    summary: 'Forgets a saved payment, here and at its gateway; another becomes the default one',
    auth: 'member',
    params: z.object({ id: id('savedPayment') }),
    reply: z.null(),
    errors: ['card.notFound', 'gateway.unavailable'],
  }),
  'GET /funds/cards/{id}/authentication': route({
    id: 'funds.authentication',
    summary:
      'What the page has to do before a charge of this card: run the script of its acquirer (3-D Secure), or nothing',
    auth: 'member',
    params: z.object({ id: id('savedPayment') }),
    query: z.object({
      value: z.coerce.number().int().min(1).max(100_000_000).meta({ description: 'centavos' }),
    }),
    reply: authenticationScriptSchema,
    errors: ['card.notFound', 'wallet.methodUnavailable', 'gateway.unavailable'],
    perMinute: 20,
  }),
  'GET /funds/bin/{bin}': route({
    id: 'funds.bin',
    summary: 'The brand behind the first digits of a card, and how its numbers look',
    auth: 'member',
    params: z.object({ bin: z.string().regex(/^\d{6,8}$/) }),
    reply: z.object({
      id: brandId,
      name: z.string(),
      lengths: z.array(z.int()),
      codeSize: z.int(),
    }),
    errors: ['card.invalidBin'],
    perMinute: 60,
  }),
  'GET /funds/rede-access-token': route({
    id: 'funds.redeKey',
    summary:
      'The key that a card is encrypted with in the browser where e.Rede takes cards; good for ten minutes',
    ...cardKey,
  }),
  'GET /funds/cielo-access-token': route({
    id: 'funds.cieloKey',
    summary: 'The same where Cielo takes cards',
    ...cardKey,
  }),
  'GET /funds/sitef-access-token/{bin}': route({
    id: 'funds.sitefKey',
    summary: 'The same where Carat takes cards, for a card with these first digits',
    params: z.object({ bin: z.string().regex(/^\d{6,8}$/) }),
    ...cardKey,
    errors: [...cardKey.errors, 'card.invalidBin'],
  }),
  'GET /funds/credit-limit': route({
    id: 'funds.creditLimit',
    summary:
      'How much I may add by card in a day of São Paulo and in thirty, and how much I have added',
    auth: 'member',
    reply: z
      .object({
        dailyMaxCredit: centavosSchema,
        todayTotal: centavosSchema,
        monthlyMaxCredit: centavosSchema,
        lastMonthTotal: centavosSchema,
      })
      .meta({ id: 'CreditLimit' }),
  }),
  'GET /funds/bills-data': route({
    id: 'funds.billData',
    summary: 'The name, document and address of my boletos',
    auth: 'member',
    reply: billData.nullable(),
  }),
  'POST /funds/accept-bills': route({
    id: 'funds.acceptBills',
    summary: 'Keeps the name, document and address of my boletos',
    auth: 'member',
    body: z.object({
      cpfcnpj: document,
      name: z.string().trim().min(3).max(100),
      address: billAddressSchema.optional().meta({
        description: 'needed where GET /funds/methods says so; what was kept stays without it',
      }),
    }),
    example: { cpfcnpj: '529.982.247-25', name: 'Davi Cobalto' },
    reply: billData,
  }),
};

// /funds/charges and the top-up that opens one: payment methods, charges and their states,
// gateways' webhooks. Source: specification section 3, Pix payment, bill data and PicPay payload.
import { z } from 'zod';
import { TOP_UP_CEILING_CENTAVOS, TOP_UP_MIN_CENTAVOS } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, uuid } from '../../wire.ts';
import { intentSchema } from '../../sales.ts';
import { authenticationSchema, holderBrowserSchema } from './authentication.ts';
import { billAddressSchema } from './bill-address.ts';

export const chargeStatus = z.enum([
  'created',
  'pending',
  'paid',
  'expired',
  'failed',
  'refunded',
  'charged_back',
  'review',
]);

const paymentMethod = z.enum(['pix', 'card', 'boleto', 'paypal', 'picpay']);

const topUpAmount = z.number().int().min(TOP_UP_MIN_CENTAVOS).max(TOP_UP_CEILING_CENTAVOS).meta({
  description:
    'centavos: an amount of GET /funds/methods, or any other from R$ 5 to its `maxAmount`',
});

/** How a charge is paid: `pixAutomatico` is a month of a subscription under a mandate. */
export const chargeMethod = z.enum([...paymentMethod.options, 'pixAutomatico']);

/** The gateways that may notify us. */
const gateway = z.enum(['pix', 'cielo', 'picpay', 'paypal', 'rede', 'carat']);

/**
 * The payer, for the methods that ask: boleto and PicPay. Source: specification section 3, bill
 * data and PicPay payload.
 */
const payerSchema = z
  .object({
    name: z.string().trim().min(3).max(100),
    document: z
      .string()
      .transform((text) => text.replaceAll(/[.\-/\s]/g, '').toUpperCase())
      .pipe(z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/))
      .meta({ description: 'CPF or CNPJ, with or without punctuation' }),
    email: z.email().max(200).optional(),
    phone: z
      .string()
      .regex(/^\+\d{8,15}$/)
      .optional()
      .meta({ description: 'E.164' }),
    address: billAddressSchema.optional().meta({
      description: 'for a boleto where GET /funds/methods says so; without it, what is saved',
    }),
  })
  .meta({ id: 'Payer' });

/** A payment on its way in. Source: specification section 3, Pix payment. */
export const chargeSchema = z
  .object({
    id: id('charge'),
    status: chargeStatus,
    method: chargeMethod,
    value: centavosSchema,
    /** What to show while it waits to be paid. */
    pixPayment: z
      .object({
        qrCode: z.string().meta({ description: 'the BR Code, to copy or draw as a QR code' }),
        expiresWhen: instant,
      })
      .nullable(),
    billPayment: z
      .object({
        bankSlipUrl: z.string().nullable().meta({ description: "the gateway's own slip" }),
        line: z.string().meta({ description: 'the 47 digits to type (linha digitável)' }),
        barcode: z.string().meta({ description: 'the 44 digits of the barcode (ITF)' }),
        dueDate: z.iso.date(),
        qrCode: z
          .string()
          .nullable()
          .meta({ description: 'a BR Code that pays the same, where slips carry one' }),
        expiresWhen: instant,
      })
      .nullable(),
    picpayPayment: z
      .object({ paymentUrl: z.string(), qrCode: z.string().nullable(), expiresWhen: instant })
      .nullable(),
    paypalPayment: z
      .object({ orderId: z.string(), url: z.string(), expiresWhen: instant })
      .nullable(),
    challenge: z
      .object({
        url: z.string().meta({ description: "page of the card's bank" }),
        expiresWhen: instant,
      })
      .nullable()
      .meta({ description: '3-D Secure: the bank asks who pays before it goes on' }),
    heldUntil: instant.nullable().meta({
      description: 'paid, and locked until an administrator reviews it; decided then at the latest',
    }),
    intent: intentSchema.nullable(),
    forSubscription: z
      .boolean()
      .meta({ description: 'pays a subscription by Pix Automático, and not into the wallet' }),
    decline: z.enum(['irreversible', 'reversible', 'unknown', 'unauthenticated']).nullable().meta({
      description:
        'why a card said no: for good, for now, for a reason it does not give, or because its bank did not believe who pays',
    }),
    createdAt: instant,
    paidAt: instant.nullable(),
    receiptId: id('transfer')
      .nullable()
      .meta({ description: 'of GET /funds/receipts/{id}; null while nothing was credited' }),
  })
  .meta({ id: 'Charge' });

const webhookRoute = <const Id extends string>(routeId: Id) =>
  route({
    id: routeId,
    summary:
      'A gateway reports a payment; the report is a hint that is verified by asking the gateway',
    auth: 'provider',
    params: z.object({ provider: gateway }),
    query: z
      .object({
        hmac: z
          .string()
          .max(200)
          .optional()
          .meta({ description: 'the secret of the registered address' }),
      })
      .loose(),
    body: z.unknown(),
    rawBody: true,
    reply: z.null(),
    errors: ['auth.forbidden'],
    bodyLimitBytes: 1_048_576,
    // After an outage a gateway reports everything at once, from a few addresses.
    perMinute: 60_000,
  });

const challengeRoute = <const Id extends string>(routeId: Id) =>
  route({
    id: routeId,
    summary:
      'Where the bank of a card sends people back to: the acquirer is asked, and they go on to their wallet',
    auth: 'provider',
    params: z.object({ id: id('charge') }),
    rawBody: true,
    reply: z.null(),
    file: 'text/html',
    perMinute: 60,
  });

export const chargesRoutes = {
  'GET /funds/methods': route({
    id: 'funds.methods',
    summary: 'The payment methods this installation takes, and the amounts offered',
    auth: 'member',
    reply: z.object({
      methods: z.array(z.object({ key: paymentMethod, name: z.string() })),
      amounts: z.array(centavosSchema),
      defaultAmount: centavosSchema,
      maxAmount: centavosSchema.meta({ description: 'most that one top-up may be' }),
      statementName: z.string().meta({ description: "what a card's statement will say" }),
      cardAcquirer: z.enum(['rede', 'cielo', 'carat']).nullable().meta({
        description:
          'whose access token a new card is encrypted with; null where no cards are taken',
      }),
      boletoAddress: z
        .boolean()
        .meta({ description: 'whether a boleto needs the address of who pays' }),
      pixAutomatico: z
        .boolean()
        .meta({ description: 'whether subscriptions can be paid by Pix Automático' }),
      paypalClientId: z
        .string()
        .nullable()
        .meta({ description: "for PayPal's button; null where its page is opened instead" }),
    }),
  }),
  'POST /funds': route({
    id: 'funds.topUp',
    summary: 'Asks for a payment into my wallet',
    auth: 'member',
    body: z.object({
      paymentMethodKey: paymentMethod,
      value: topUpAmount,
      payer: payerSchema.optional().meta({
        description:
          'for boleto and picpay; without it, what is saved: the bill data, the account of profileCardId',
      }),
      profileCardId: id('savedPayment')
        .optional()
        .meta({ description: 'the saved payment: required by card' }),
      ageConfirmed: z
        .literal(true)
        .optional()
        .meta({ description: 'required by card: the person says to be eighteen or older' }),
      browser: holderBrowserSchema.optional().meta({
        description:
          'for card: the browser of its holder, required where their bank asks who pays on a page of its own',
      }),
      authentication: authenticationSchema.optional().meta({
        description: 'for card: what the script of GET /funds/cards/{id}/authentication answered',
      }),
      paypalPaymentData: z
        .object({ orderID: z.string().min(1).max(64) })
        .optional()
        .meta({ description: 'an order of generatePaypalOrder that was approved' }),
      intent: intentSchema.optional(),
    }),
    example: { paymentMethodKey: 'pix', value: 5_000 },
    reply: chargeSchema,
    idempotency: 'required',
    errors: [
      'wallet.methodUnavailable',
      'wallet.dayLimit',
      'wallet.monthLimit',
      'card.declines',
      'card.declinesUnconfirmed',
      'card.declinesNetwork',
      'card.declinesDevice',
      'card.declinesBin',
      'card.notFound',
      'card.refusedForGood',
      'card.activating',
      'card.notAuthenticated',
      'charge.notFound',
      'gateway.unavailable',
      'gateway.refused',
    ],
    perMinute: 20,
  }),
  'GET /funds/charges': route({
    id: 'funds.charges',
    summary: 'My payments, newest first; one that waits to be paid carries what it takes to pay it',
    auth: 'member',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      before: uuid().optional().meta({ description: 'the cursor of the page before' }),
      status: chargeStatus.optional(),
      method: chargeMethod.optional(),
    }),
    reply: z.array(chargeSchema),
    list: 'cursor',
  }),
  'GET /funds/charges/{id}': route({
    id: 'funds.charge',
    summary: 'A payment of mine and its state',
    auth: 'member',
    params: z.object({ id: id('charge') }),
    reply: chargeSchema,
    errors: ['charge.notFound'],
  }),
  'GET /funds/charges/{id}/slip': route({
    id: 'funds.slip',
    summary: 'The slip of a boleto of mine that waits to be paid',
    auth: 'member',
    params: z.object({ id: id('charge') }),
    reply: z.null(),
    file: 'application/pdf',
    errors: ['charge.notFound'],
    perMinute: 30,
  }),
  'POST /funds/generatePaypalOrder': route({
    id: 'funds.paypalOrder',
    summary:
      "Opens an order for PayPal's button; POST /funds with its id in paypalPaymentData finishes it once it is approved",
    auth: 'member',
    body: z.object({
      orderId: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .meta({
          description: 'an id that the page chooses: asking again with it gives the same order',
        }),
      value: topUpAmount,
    }),
    example: { orderId: '7f0c2a1b5d', value: 5_000 },
    reply: z.object({
      id: z.string().meta({ description: "PayPal's order" }),
      chargeId: id('charge'),
      url: z.string().meta({ description: 'where it is approved without the button' }),
    }),
    errors: ['wallet.methodUnavailable', 'gateway.unavailable', 'gateway.refused'],
    perMinute: 20,
  }),
  'GET /funds/challenges/{id}': challengeRoute('funds.challengeDone'),
  // Some acquirers send people back with a form.
  'POST /funds/challenges/{id}': challengeRoute('funds.challengePosted'),
  'POST /funds/webhooks/{provider}': webhookRoute('funds.webhook'),
  // Gateways append "/pix" to the registered address: some to its text, where the query takes it,
  // some to its path.
  'POST /funds/webhooks/{provider}/pix': webhookRoute('funds.pixWebhook'),
  // The same for mandates (rec) and for charges under a mandate (cobr).
  'POST /funds/webhooks/{provider}/rec': webhookRoute('funds.recWebhook'),
  'POST /funds/webhooks/{provider}/cobr': webhookRoute('funds.cobrWebhook'),
};

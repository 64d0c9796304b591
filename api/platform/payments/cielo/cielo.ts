// Boletos registered through Cielo E-commerce 3.0: created, queried, notified. Cielo can neither
// withdraw nor refund them.
import type { ChargeId } from '@camarim/contract/ids';
import type { Clock } from '../../clock/port.ts';
import {
  shareConcurrentCreates,
  parseJson,
  secretsEqual,
  sendWithLookup,
} from '../gateway-replies.ts';
import type { GatewayRequest } from '../gateway-http.ts';
import {
  type ChargeReport,
  type ChargeRequest,
  GatewayError,
  notOffered,
  type Payer,
  type PaymentProvider,
} from '../port.ts';
import {
  type CieloAccess,
  type CieloContext,
  connectCielo,
  headersOf,
  refusalError,
  salesOf,
} from './cielo-sales.ts';
import { readNotice, readSale, reportOf, type Sale, toOrderId } from './cielo-wire.ts';
import { dueDateAfter } from './due-date.ts';

export type CieloOptions = CieloAccess & {
  /** The registering bank, in Cielo's spelling: Bradesco2, BancoDoBrasil2. */
  boletoProvider: string;
  /** A secret path of the webhook address registered at Cielo: it authenticates notifications. */
  webhookSecret: string;
  /**
   * The sandbox's endpoint for the webhook address, which operators enter by hand at the real
   * gateway.
   */
  panelUrl?: string | undefined;
  timeoutMs?: number;
};

type Context = CieloContext & { options: CieloOptions };

const TIMEOUT_MS = 10_000;
/** Maximum length of names in the protocol. */
const NAME_MAX = 34;

const status = async (context: Context, chargeId: ChargeId): Promise<ChargeReport | null> => {
  const [first, ...others] = (await salesOf(context, chargeId, readSale)).sort(byReceipt);
  return first ? reportOf([first, ...others], chargeId, context.clock.now()) : null;
};

const byReceipt = (one: Sale, other: Sale): number =>
  (one.Payment.ReceivedDate ?? '').localeCompare(other.Payment.ReceivedDate ?? '') ||
  one.Payment.PaymentId.localeCompare(other.Payment.PaymentId);

const customerOf = ({ name, document, email, address }: Payer) => ({
  Name: name.slice(0, NAME_MAX),
  Identity: document,
  IdentityType: document.length === 11 ? 'CPF' : 'CNPJ',
  ...(email && { Email: email }),
  ...(address && {
    Address: {
      Street: address.street,
      Number: address.number,
      ...(address.complement && { Complement: address.complement }),
      District: address.district,
      City: address.city,
      State: address.state,
      ZipCode: address.zipCode,
      Country: 'BRA',
    },
  }),
});

const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, expiresInSeconds, description, payer } = request;
  if (!payer)
    throw new GatewayError('refused', 'a boleto needs the name and the document of who pays');
  const report =
    (await status(context, chargeId)) ??
    (await send(context, chargeId, {
      MerchantOrderId: toOrderId(chargeId),
      Customer: customerOf(payer),
      Payment: {
        Type: 'Boleto',
        Amount: amountCentavos,
        Provider: context.options.boletoProvider,
        ExpirationDate: dueDateAfter(context.clock.now(), expiresInSeconds),
        Instructions: description,
      },
    }));
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  return report;
};

const send = (context: Context, chargeId: ChargeId, json: object): Promise<ChargeReport> =>
  sendWithLookup({
    send: () =>
      context.sales.send({
        method: 'POST',
        path: '/1/sales',
        headers: headersOf(context),
        json,
      } satisfies GatewayRequest),
    parse: (body) => reportOf([readSale(body)], chargeId, context.clock.now()),
    lookUp: () => status(context, chargeId),
    toError: refusalError,
  });

const registerWebhook = async ({ options, sales }: Context, url: string): Promise<void> => {
  if (options.panelUrl === undefined) return;
  const path = new URL(options.panelUrl).pathname;
  const reply = await sales.send({
    method: 'PUT',
    path,
    json: { url: `${url}?hmac=${encodeURIComponent(options.webhookSecret)}` },
  });
  if (reply.status >= 300) throw refusalError(reply);
};

/** The adapter. The first call opens connections. */
export const createCieloProvider = (options: CieloOptions, clock: Clock): PaymentProvider => {
  const { timeoutMs = TIMEOUT_MS } = options;
  const context: Context = { ...connectCielo(options, timeoutMs, clock), options };
  return {
    id: 'cielo',
    methods: ['boleto'],
    requiresAddress: true,
    can: { cancel: false, refund: 'none', settlements: false },
    // Notifications carry PaymentId and ChangeType, without the new status.
    notificationBodiesRepeat: true,
    // A second request creates a second boleto.
    createCharge: shareConcurrentCreates((request) => createCharge(context, request)),
    status: ({ chargeId }) => status(context, chargeId),
    cancel: async () => Promise.reject(notOffered('withdrawing a boleto')),
    refund: async () => Promise.reject(notOffered('returning a boleto')),
    refundStatus: async () => null,
    registerWebhook: (url) => registerWebhook(context, url),
    // Cielo's notifications carry no signature: the secret path authenticates them.
    verifyWebhook: async ({ query }) =>
      secretsEqual(query.get('hmac') ?? '', options.webhookSecret),
    parseWebhook: (rawBody) => readNotice(parseJson(rawBody)),
    listSettlements: async () => Promise.reject(notOffered('a list of what it received')),
    close: context.close,
  };
};

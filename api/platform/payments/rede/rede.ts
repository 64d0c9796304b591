// Cards through e.Rede v2: charged at once by the vault, asked about by our reference, given back
// in parts.
import type { ChargeId } from '@camarim/contract/ids';
import type { Clock } from '../../clock/port.ts';
import {
  findOurRefund,
  refusalError as refuseFor,
  sendWithLookup,
  asUnknown,
} from '../adapter-helpers.ts';
import type { GatewayReply } from '../gateway-http.ts';
import {
  type CardSource,
  type ChargeReport,
  type ChargeRequest,
  GatewayError,
  type HolderBrowser,
  type ChargeLookup,
  type RefundLookup,
  notOffered,
  type PaymentProvider,
  type RefundReport,
  type RefundRequest,
} from '../port.ts';
import { connectWithToken, type TokenClient } from '../token-client.ts';
import { tokenServiceUrl } from './token-service-url.ts';
import { listRedeSettlements, statementUrl } from './rede-settlements.ts';
import {
  affiliationOf,
  challengeIn,
  codeOf,
  declineOf,
  readStoredCard,
  readStoredCardState,
  readRefunds,
  readTransaction,
  toReference,
} from './rede-wire.ts';
import { createCardsApi, type AcquirerCardCalls } from '../vault/stored-cards.ts';
import type { CardKeys } from '../vault/card-keys.ts';
import { openVault, type Vault } from '../vault/vault-client.ts';

export type RedeOptions = {
  /** Where `/v2/transactions` is. */
  baseUrl: string;
  tokenUrl: string;
  /** The shop's number (PV) and its key. */
  clientId: string;
  clientSecret: string;
  /** What the holder reads on the card's statement. */
  statementName?: string;
  /** What cards are encrypted with, shared by all processes; unset, by this one alone. */
  cardKeys?: CardKeys;
  timeoutMs?: number;
};

type Context = {
  client: TokenClient;
  vault: Vault;
  clock: Clock;
  statementName: string | undefined;
};

const TIMEOUT_MS = 20_000;

const refused = (reply: GatewayReply): GatewayError =>
  refuseFor(reply, codeOf(reply.body)?.returnMessage);

const status = async (
  { client, clock }: Context,
  chargeId: ChargeId,
  challengeUrl: string | null = null,
): Promise<ChargeReport | null> => {
  const reply = await client.send({
    method: 'GET',
    path: `/v2/transactions?reference=${toReference(chargeId)}`,
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return readTransaction(reply.body, chargeId, clock.now(), challengeUrl);
};

/** The protocol takes these depths of colour. */
const COLOR_DEPTHS = [1, 4, 8, 15, 16, 24, 32, 48];
const MINUTES = 60;

/**
 * The browser as the protocol names it: the time zone in hours, a depth of colour that it knows.
 */
const deviceOf = ({
  colorDepth,
  javaEnabled,
  language,
  screenHeight,
  screenWidth,
  timeZoneOffset,
}: HolderBrowser) => ({
  colorDepth: COLOR_DEPTHS.findLast((depth) => depth <= colorDepth) ?? 24,
  deviceType3ds: 'BROWSER',
  javaEnabled,
  language,
  screenHeight,
  screenWidth,
  timeZoneOffset: Math.round(timeZoneOffset / MINUTES),
});

/**
 * What the bank is asked to do: the person comes back to one address whether or not they were
 * believed.
 */
const authenticationOf = ({ authenticate }: ChargeRequest) =>
  authenticate && {
    threeDSecure: {
      embedded: true,
      onFailure: authenticate.otherwise === 'charge' ? 'continue' : 'decline',
      ...(authenticate.browser && {
        userAgent: authenticate.browser.userAgent,
        device: deviceOf(authenticate.browser),
      }),
    },
    urls: ['threeDSecureSuccess', 'threeDSecureFailure'].map((kind) => ({
      kind,
      url: authenticate.returnUrl,
    })),
  };

/**
 * A card that its bank refused is an answer, not a failure of the gateway; what the gateway refused
 * itself left nothing behind.
 */
const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, card } = request;
  if (!card) throw notOffered('a charge without a card');
  const reference = toReference(chargeId);
  const json = {
    capture: true,
    kind: 'credit',
    reference,
    amount: amountCentavos,
    ...(context.statementName && { softDescriptor: descriptorOf(context.statementName) }),
    ...authenticationOf(request),
  };
  const look = () => status(context, chargeId);
  const made = await sendWithLookup<ChargeReport | { challengeUrl: string | null }>({
    send: () =>
      card.kind === 'sealed'
        ? context.vault.charge(card, reference, json, context.clock.now())
        : context.vault.chargeStoredCard(card.token, { ...json, ...storedCard(card) }),
    // The answer to a charge lacks what the answer to a question has.
    parse: (body) => ({ challengeUrl: challengeIn(body) }),
    lookUp: look,
    toError: refused,
  });
  // It was accepted: a look-up that is refused says nothing of the charge.
  const report =
    'challengeUrl' in made
      ? await status(context, chargeId, made.challengeUrl).catch((error: unknown) =>
          Promise.reject(asUnknown(error)),
        )
      : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it charged, and shows nothing');
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the one asked for');
  return report;
};

/** In the specification's list. */
const MASTERCARD = 2;
/** At most 18 letters, digits and spaces. */
const DESCRIPTOR_MAX = 18;
const descriptorOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .slice(0, DESCRIPTOR_MAX)
    .trim();

/** A card on file, in the words of Mastercard, which wants them. */
const ON_FILE = { credentialId: '01' };

/**
 * Networks and banks want to know whether the holder is there, and which charge began the
 * agreement: 1 is the first of a kept card, 2 each later one.
 */
const storedCard = ({ brandId, byHolder, networkRef }: CardSource & { kind: 'stored' }) => ({
  storageCard: networkRef === null ? 1 : 2,
  subscription: !byHolder,
  ...(brandId === MASTERCARD && { transactionCredentials: ON_FILE }),
  ...(networkRef !== null && { brandTid: networkRef }),
});

const capture = (
  context: Context,
  { chargeId, providerRef, amountCentavos }: ChargeLookup,
): Promise<ChargeReport> =>
  sendWithLookup<ChargeReport | 'made'>({
    send: () =>
      context.client.send({
        method: 'PUT',
        path: `/v2/transactions/${encodeURIComponent(providerRef ?? '')}`,
        json: { amount: amountCentavos },
      }),
    parse: () => 'made',
    lookUp: async () => {
      const found = await status(context, chargeId);
      return found?.state === 'authorized' ? null : found;
    },
    toError: refused,
  }).then(async (made) => {
    const report = made === 'made' ? await status(context, chargeId) : made;
    if (!report)
      throw new GatewayError('unknown', 'the gateway says that it captured, and shows nothing');
    return report;
  });

/**
 * The protocol takes no id of ours: a refund is known by its amount, and by being none of the
 * others.
 */
const refundStatus = async (
  { client, clock }: Context,
  known: RefundLookup,
): Promise<RefundReport | null> => {
  const reply = await client.send({
    method: 'GET',
    path: `/v2/transactions/${encodeURIComponent(known.receiptRef)}`,
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return findOurRefund(readRefunds(reply.body, clock.now()), known);
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const look = () => refundStatus(context, request);
  const before = await look();
  if (before) return before;
  const made = await sendWithLookup<RefundReport | 'made'>({
    // The protocol would return the money again.
    maxSends: 1,
    send: () =>
      context.client.send({
        method: 'POST',
        path: `/v2/transactions/${encodeURIComponent(request.receiptRef)}/refunds`,
        json: { amount: request.amountCentavos },
      }),
    parse: () => 'made',
    lookUp: look,
    toError: refused,
  });
  const report = made === 'made' ? await look() : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it returned money, and shows nothing');
  return report;
};

const DELETED_BY_HOLDER = { tokenizationStatus: 'deleted', reason: 1 };

/** A deletion that says no may have been done before: then the token is gone, or ended. */
const deleteToken = async (
  keeper: TokenClient,
  vault: Vault,
  filiation: string,
  token: string,
): Promise<GatewayReply | null> => {
  const reply = await keeper.send({
    method: 'PUT',
    path: `/tokenization/${encodeURIComponent(token)}`,
    json: { filiation, ...DELETED_BY_HOLDER },
  });
  if (reply.status < 300) return reply;
  const shown = await vault.storedCardState(token);
  return shown.status === 404 || (shown.status < 300 && readStoredCardState(shown.body) === 'ended')
    ? null
    : reply;
};

const tokenServiceCalls = (
  keeper: TokenClient,
  vault: Vault,
  filiation: string,
): AcquirerCardCalls => ({
  authentication: 'page',
  takes: () => true,
  declineIn: ({ body }) => {
    const code = codeOf(body);
    return code && !code.success ? declineOf(code.returnCode, code.returnMessage) : null;
  },
  tokenIn: readStoredCard,
  reasonIn: (body) => codeOf(body)?.returnMessage,
  remove: (token) => deleteToken(keeper, vault, filiation, token),
  state: async (token) => {
    const reply = await vault.storedCardState(token);
    if (reply.status >= 300) throw refused(reply);
    return readStoredCardState(reply.body);
  },
});

/** The adapter. Nothing is sent, and no vault started, before the first call. */
export const createRedeProvider = (
  { cardKeys, ...options }: RedeOptions,
  clock: Clock,
): PaymentProvider => {
  const filiation = affiliationOf(options);
  const setup = { timeoutMs: TIMEOUT_MS, ...options, clientId: filiation };
  const vault = openVault({ acquirer: 'rede', ...setup }, cardKeys);
  const keeper = connectWithToken({ ...setup, baseUrl: tokenServiceUrl(setup) }, clock);
  const statement = connectWithToken({ ...setup, baseUrl: statementUrl(setup) }, clock);
  const cards = createCardsApi({ vault, clock, ...tokenServiceCalls(keeper, vault, filiation) });
  const context: Context = {
    client: connectWithToken(setup, clock),
    vault,
    clock,
    statementName: options.statementName,
  };
  return {
    id: 'rede',
    methods: ['card'],
    can: { cancel: false, refund: 'parts', settlements: true },
    notificationBodiesRepeat: false,
    sendsNoNotifications: true,
    createCharge: (request) => createCharge(context, request),
    status: ({ chargeId }) => status(context, chargeId),
    capture: (known) => capture(context, known),
    cancel: async () => Promise.reject(notOffered('withdrawing a card charge: return it')),
    refund: (request) => refund(context, request),
    refundStatus: (known) => refundStatus(context, known),
    cards,
    // Its answer is there at once: nothing is told later.
    registerWebhook: async () => undefined,
    verifyWebhook: async () => false,
    parseWebhook: () => {
      throw new GatewayError('invalid', 'this gateway notifies nothing');
    },
    listSettlements: (period) =>
      listRedeSettlements(
        { send: statement.send, refuse: refused, companyNumber: filiation },
        period,
      ),
    close: async () => {
      await Promise.all([context.client.close(), keeper.close(), statement.close(), vault.close()]);
    },
  };
};

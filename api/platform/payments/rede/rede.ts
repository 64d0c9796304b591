// Cards through e.Rede v2: charged by the vault, queried by our reference, refunded in parts.
import type { ChargeId } from '@camarim/contract/ids';
import type { Clock } from '../../clock/port.ts';
import {
  findOurRefund,
  refusalError as refuseFor,
  sendWithLookup,
  asUnknown,
} from '../gateway-replies.ts';
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
  tokenServiceUrl,
} from './rede-wire.ts';
import { createCardsApi, type AcquirerCardCalls } from '../vault/stored-cards.ts';
import type { CardKeys } from '../vault/card-keys.ts';
import { openVault, type Vault } from '../vault/vault-client.ts';

export type RedeOptions = {
  /** The parent address of `/v2/transactions`. */
  baseUrl: string;
  tokenUrl: string;
  /** The merchant number (PV) and its key. */
  clientId: string;
  clientSecret: string;
  /** Name on the holder's card statement. */
  statementName?: string;
  /**
   * Keys that cards are encrypted with, shared by all processes; when unset, each process has its
   * own.
   */
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

/** Colour depths of the protocol. */
const COLOR_DEPTHS = [1, 4, 8, 15, 16, 24, 32, 48];
const MINUTES = 60;

/**
 * The browser in the protocol's terms: the time zone in hours, the nearest supported colour depth.
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

/** The 3-D Secure request: success and failure return to one address. */
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

/** A declined card is a report, not an error; a refusal of the gateway itself is conclusive. */
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
  const lookUp = () => status(context, chargeId);
  const made = await sendWithLookup<ChargeReport | { challengeUrl: string | null }>({
    send: () =>
      card.kind === 'sealed'
        ? context.vault.charge(card, reference, json, context.clock.now())
        : context.vault.chargeStoredCard(card.token, { ...json, ...storedCard(card) }),
    // The reply to a charge lacks fields that the query has.
    parse: (body) => ({ challengeUrl: challengeIn(body) }),
    lookUp,
    toError: refused,
  });
  // The charge was accepted, so a refused lookup is inconclusive.
  const report =
    'challengeUrl' in made
      ? await status(context, chargeId, made.challengeUrl).catch((error: unknown) =>
          Promise.reject(asUnknown(error)),
        )
      : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it charged, and shows nothing');
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  return report;
};

/** Id in the specification's list of brands. */
const MASTERCARD = 2;
/** At most 18 alphanumeric characters and spaces. */
const DESCRIPTOR_MAX = 18;
const descriptorOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .slice(0, DESCRIPTOR_MAX)
    .trim();

/** Mastercard's required marker of a card on file. */
const ON_FILE = { credentialId: '01' };

/**
 * Card networks require the initiator of the charge, and its place in the agreement: 1 is the first
 * charge of a stored card, 2 each later one.
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
 * The protocol takes no id of ours: a refund is found by its amount and by exclusion of the other
 * refunds.
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
  const lookUp = () => refundStatus(context, request);
  const before = await lookUp();
  if (before) return before;
  const made = await sendWithLookup<RefundReport | 'made'>({
    // A second request would refund again.
    maxSends: 1,
    send: () =>
      context.client.send({
        method: 'POST',
        path: `/v2/transactions/${encodeURIComponent(request.receiptRef)}/refunds`,
        json: { amount: request.amountCentavos },
      }),
    parse: () => 'made',
    lookUp,
    toError: refused,
  });
  const report = made === 'made' ? await lookUp() : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it returned money, and shows nothing');
  return report;
};

const DELETED_BY_HOLDER = { tokenizationStatus: 'deleted', reason: 1 };

/** After a refused deletion the token is queried: an earlier deletion may have succeeded. */
const deleteToken = async (
  tokenService: TokenClient,
  vault: Vault,
  filiation: string,
  token: string,
): Promise<GatewayReply | null> => {
  const reply = await tokenService.send({
    method: 'PUT',
    path: `/tokenization/${encodeURIComponent(token)}`,
    json: { filiation, ...DELETED_BY_HOLDER },
  });
  if (reply.status < 300) return reply;
  const state = await vault.storedCardState(token);
  return state.status === 404 || (state.status < 300 && readStoredCardState(state.body) === 'ended')
    ? null
    : reply;
};

const tokenServiceCalls = (
  tokenService: TokenClient,
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
  remove: (token) => deleteToken(tokenService, vault, filiation, token),
  state: async (token) => {
    const reply = await vault.storedCardState(token);
    if (reply.status >= 300) throw refused(reply);
    return readStoredCardState(reply.body);
  },
});

/** The adapter. The first call opens connections and starts the vault. */
export const createRedeProvider = (
  { cardKeys, ...options }: RedeOptions,
  clock: Clock,
): PaymentProvider => {
  const filiation = affiliationOf(options);
  const setup = { timeoutMs: TIMEOUT_MS, ...options, clientId: filiation };
  const vault = openVault({ acquirer: 'rede', ...setup }, cardKeys);
  const tokenService = connectWithToken({ ...setup, baseUrl: tokenServiceUrl(setup) }, clock);
  const statement = connectWithToken({ ...setup, baseUrl: statementUrl(setup) }, clock);
  const cards = createCardsApi({
    vault,
    clock,
    ...tokenServiceCalls(tokenService, vault, filiation),
  });
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
    // Charges have an immediate outcome, so there are no notifications.
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
      await Promise.all([
        context.client.close(),
        tokenService.close(),
        statement.close(),
        vault.close(),
      ]);
    },
  };
};

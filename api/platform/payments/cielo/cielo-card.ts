// Cards through Cielo E-commerce 3.0: typed or stored cards, captured immediately, queried by our
// reference, refunded in parts.
import type { ChargeId } from '@camarim/contract/ids';
import type { Clock } from '../../clock/port.ts';
import { shareConcurrentCreates, findOurRefund, sendWithLookup } from '../gateway-replies.ts';
import {
  type CardSource,
  type ChargeReport,
  type ChargeRequest,
  GatewayError,
  type ChargeLookup,
  type RefundLookup,
  notOffered,
  type PaymentProvider,
  type RefundReport,
  type RefundRequest,
} from '../port.ts';
import { createCardsApi } from '../vault/stored-cards.ts';
import type { CardKeys } from '../vault/card-keys.ts';
import { openVault, type Vault } from '../vault/vault-client.ts';
import { authenticationOf, type CieloMpi, openCieloMpi } from './cielo-mpi.ts';
import {
  brandName,
  type CardSale,
  cardReportOf,
  declineInAnswer,
  readCardSale,
  readCardToken,
  refundsOf,
  takesBrand,
} from './card-wire.ts';
import {
  query,
  type CieloAccess,
  type CieloContext,
  connectCielo,
  headersOf,
  reasonIn,
  refusalError,
  salesOf,
} from './cielo-sales.ts';
import { toOrderId } from './cielo-wire.ts';

export type CieloCardOptions = CieloAccess & {
  /** Name on the holder's card statement. */
  statementName?: string;
  /** Whether Cielo's fraud screen (Cybersource) is part of the contract. */
  screening?: boolean;
  /** 3-D Secure 2; without it no charge is authenticated. */
  mpi?: CieloMpi | undefined;
  /**
   * Keys that cards are encrypted with, shared by all processes; when unset, each process has its
   * own.
   */
  cardKeys?: CardKeys;
  timeoutMs?: number;
};

type Context = CieloContext & {
  vault: Vault;
  statementName: string | undefined;
  screening: boolean;
};

const TIMEOUT_MS = 20_000;
/** Maximum length; alphanumeric only. */
const STATEMENT_NAME_MAX = 13;

const byReceipt = (one: CardSale, other: CardSale): number =>
  (one.Payment.ReceivedDate ?? '').localeCompare(other.Payment.ReceivedDate ?? '') ||
  one.Payment.PaymentId.localeCompare(other.Payment.PaymentId);

const status = async (context: Context, chargeId: ChargeId): Promise<ChargeReport | null> => {
  const [first, ...others] = (await salesOf(context, chargeId, readCardSale)).sort(byReceipt);
  return first ? cardReportOf([first, ...others], chargeId, context.clock.now()) : null;
};

/**
 * Card networks require the initiator of the charge and the reference of the agreement's first
 * charge, which the first charge lacks.
 */
const storedCard = ({ token, brandId, byHolder, networkRef }: CardSource & { kind: 'stored' }) => ({
  CardToken: token,
  Brand: brandName(brandId),
  CardOnFile: {
    Usage: networkRef === null ? 'First' : 'Used',
    Reason: byHolder ? 'Unscheduled' : 'Recurring',
  },
});

const MASTERCARD = 2;
/**
 * Mastercard's categories of initiators: the holder with a card on file, or the merchant under a
 * standing agreement.
 */
const initiatedBy = (byHolder: boolean) => ({
  InitiatedTransactionIndicator: byHolder
    ? { Category: 'C1', Subcategory: 'CredentialsOnFile' }
    : { Category: 'M1', Subcategory: 'StandingOrder' },
});

const paymentOf = (
  { statementName, screening }: Context,
  { amountCentavos, card, authenticate }: ChargeRequest,
) => ({
  Type: 'CreditCard',
  Amount: amountCentavos,
  Currency: 'BRL',
  Country: 'BRA',
  Installments: 1,
  Capture: true,
  ...(statementName && {
    SoftDescriptor: statementName.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, STATEMENT_NAME_MAX),
  }),
  ...(authenticate && authenticationOf(authenticate)),
  // A renewal was screened with its first charge, and its holder is absent.
  ...(screening &&
    !(card?.kind === 'stored' && !card.byHolder) && {
      FraudAnalysis: {
        Sequence: 'AuthorizeFirst',
        SequenceCriteria: 'OnSuccess',
        Provider: 'Cybersource',
        CaptureOnLowRisk: false,
        VoidOnHighRisk: false,
        TotalOrderAmount: amountCentavos,
      },
    }),
  // Without it Cielo requires the security code, which is never stored.
  ...(card?.kind === 'stored' && !card.byHolder && { Recurrent: true }),
  ...(card?.kind === 'stored' && card.brandId === MASTERCARD && initiatedBy(card.byHolder)),
  ...(card?.kind === 'stored' && {
    CreditCard: storedCard(card),
    ...(card.networkRef !== null && !card.byHolder && { IssuerTransactionId: card.networkRef }),
  }),
});

/**
 * A second request makes a second sale, so an unanswered request is never repeated here: it may
 * still be in progress. A new call with the same id queries first.
 */
const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, card } = request;
  if (!card) throw notOffered('a charge without a card');
  const json = { MerchantOrderId: toOrderId(chargeId), Payment: paymentOf(context, request) };
  const lookUp = () => status(context, chargeId);
  const report =
    (await lookUp()) ??
    (await sendWithLookup({
      maxSends: 1,
      send: () =>
        card.kind === 'sealed'
          ? context.vault.charge(card, toOrderId(chargeId), json, context.clock.now())
          : context.sales.send({
              method: 'POST',
              path: '/1/sales',
              headers: headersOf(context),
              json,
            }),
      parse: (body) => cardReportOf([readCardSale(body)], chargeId, context.clock.now()),
      lookUp,
      toError: refusalError,
    }));
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  return report;
};

const put = (context: Context, paymentId: string, path: string) =>
  context.sales.send({
    method: 'PUT',
    path: `/1/sales/${encodeURIComponent(paymentId)}/${path}`,
    headers: headersOf(context),
  });

const capture = async (
  context: Context,
  { chargeId, providerRef, amountCentavos }: ChargeLookup,
): Promise<ChargeReport> => {
  const taken = async () => {
    const found = await status(context, chargeId);
    return found?.state === 'authorized' ? null : found;
  };
  const made = await sendWithLookup<ChargeReport | 'made'>({
    send: () => put(context, providerRef ?? '', `capture?amount=${amountCentavos}`),
    parse: () => 'made',
    lookUp: taken,
    toError: refusalError,
  });
  const report = made === 'made' ? await status(context, chargeId) : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it captured, and shows nothing');
  return report;
};

/**
 * The protocol takes no id of ours: a refund is found by its amount and by exclusion of the other
 * refunds.
 */
const refundStatus = async (
  context: Context,
  known: RefundLookup,
): Promise<RefundReport | null> => {
  const reply = await query(context, `/1/sales/${encodeURIComponent(known.receiptRef)}`);
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refusalError(reply);
  return findOurRefund(refundsOf(readCardSale(reply.body), context.clock.now()), known);
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const lookUp = () => refundStatus(context, request);
  const made =
    (await lookUp()) ??
    (await sendWithLookup<RefundReport | 'made'>({
      maxSends: 1,
      send: () => put(context, request.receiptRef, `void?amount=${request.amountCentavos}`),
      parse: () => 'made',
      lookUp,
      toError: refusalError,
    }));
  const report = made === 'made' ? await lookUp() : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it returned money, and shows nothing');
  return report;
};

/**
 * The adapter. The first call opens connections and starts the vault. Boletos of the same merchant
 * are a separate provider, because their money is settled separately.
 */
export const createCieloCardProvider = (
  {
    statementName,
    screening = false,
    mpi: mpiOptions,
    cardKeys,
    timeoutMs = TIMEOUT_MS,
    ...access
  }: CieloCardOptions,
  clock: Clock,
): PaymentProvider => {
  const vault = openVault(
    {
      acquirer: 'cielo',
      baseUrl: access.baseUrl,
      merchantId: access.merchantId,
      merchantKey: access.merchantKey,
      timeoutMs,
    },
    cardKeys,
  );
  const mpi = mpiOptions && openCieloMpi(mpiOptions, timeoutMs);
  const context: Context = {
    ...connectCielo(access, timeoutMs, clock),
    vault,
    statementName,
    screening,
  };
  return {
    id: 'cieloCard',
    methods: ['card'],
    can: { cancel: false, refund: 'parts', settlements: false },
    notificationBodiesRepeat: true,
    createNotIdempotent: true,
    // A repeated request would sell twice.
    createCharge: shareConcurrentCreates((request) => createCharge(context, request)),
    status: ({ chargeId }) => status(context, chargeId),
    capture: (known) => capture(context, known),
    cancel: async () => Promise.reject(notOffered('withdrawing a card charge: return it')),
    refund: (request) => refund(context, request),
    refundStatus: (known) => refundStatus(context, known),
    // Cielo has no call that deletes a stored card: its token belongs to this merchant, and no
    // record names it any more.
    cards: createCardsApi({
      vault,
      clock,
      authentication: mpi ? 'script' : 'none',
      ...(mpi && { beginAuthentication: mpi.begin, scriptOrigins: mpi.origins }),
      takes: takesBrand,
      declineIn: ({ body }) => declineInAnswer(body),
      tokenIn: readCardToken,
      reasonIn,
      remove: async () => null,
    }),
    // Cielo notifies one address per merchant: that of the boletos, which also finds card sales by
    // their reference.
    registerWebhook: async () => undefined,
    verifyWebhook: async () => false,
    parseWebhook: () => {
      throw new GatewayError('invalid', 'this gateway notifies the address of its boletos');
    },
    listSettlements: async () => Promise.reject(notOffered('a list of what it received')),
    close: async () => {
      await Promise.all([context.close(), vault.close(), mpi?.close()]);
    },
  };
};

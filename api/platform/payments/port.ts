// The port to payment gateways, in the product's own terms.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Authentication, CardsApi, CardSource, Decline } from './cards/card-port.ts';
import { GatewayError } from './gateway-error.ts';
import type { DueChargesApi } from './due-charge-port.ts';
import type { MandateCharge, MandatesApi } from './mandate-port.ts';
import type { PayoutsApi } from './payout-port.ts';

export type {
  Authentication,
  AuthenticationResult,
  AuthenticationScript,
  CardsApi,
  CardKey,
  CardSource,
  CardToStore,
  Decline,
  HolderBrowser,
  StoredCardState,
  StoredCard,
} from './cards/card-port.ts';

export { CardRefused, GatewayError, notOffered } from './gateway-error.ts';
export type { PayoutReport, PayoutRequest, PayoutsApi, PayoutTarget } from './payout-port.ts';

/** Payment methods of top-ups. Each provider lists its own. */
export type TopUpMethod = 'pix' | 'card' | 'boleto' | 'paypal' | 'picpay';

/**
 * Payment method of a charge. `pixAutomatico`: under a mandate (mandate-port.ts), without the
 * payer's presence.
 */
export type PaymentMethod = TopUpMethod | 'pixAutomatico';

/**
 * State of a charge at the gateway. `authorized`: the payer agreed, and `capture` takes the money.
 * `failed`: the card was declined, see `decline`. `expired` may still become `paid`, because a
 * payment begun in time may arrive late. Received money outranks everything else: a canceled charge
 * that was paid is `paid`.
 */
export type ChargeState =
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'partially_refunded'
  | 'refunded'
  | 'charged_back';

/**
 * What to show the payer. A card mostly has none: its outcome is immediate. `pix`: the BR Code, to
 * draw or to copy. `boleto`: the 47 digits to type, the 44 of the barcode (ITF), the due date (ISO,
 * in Sao Paulo), and the gateway's own page. `redirect`: an address to open; `qrCode` is for a
 * phone. `paypal`: the order for PayPal's button, and the address to open without it. `challenge`:
 * the page of the card's bank for 3-D Secure.
 */
export type Presentment =
  | { kind: 'pix'; brCode: string; expiresAt: Date }
  | {
      kind: 'boleto';
      line: string;
      barcode: string;
      dueDate: string;
      slipUrl: string | null;
      /** Pix code of the same boleto. */ brCode?: string;
      expiresAt: Date;
    }
  | { kind: 'redirect'; url: string; qrCode: string | null; expiresAt: Date }
  | { kind: 'paypal'; orderId: string; url: string; expiresAt: Date }
  | { kind: 'challenge'; url: string; expiresAt: Date };

/**
 * The payer, with the fields that the method requires: boleto and PicPay need name and document.
 */
export type Payer = {
  name: string;
  /** CPF, 11 digits; CNPJ, 14 characters. */
  document: string;
  email?: string | undefined;
  /** E.164. */
  phone?: string | undefined;
  address?:
    | {
        street: string;
        number: string;
        complement?: string | undefined;
        district: string;
        city: string;
        state: string;
        zipCode: string;
      }
    | undefined;
};

/**
 * A refund. `disputed`: the payer's bank took the money back; `requested`: we requested it under
 * `refundId`.
 */
export type RefundReport = {
  refundId: string;
  /** The gateway's own reference. */
  ref: string;
  origin: 'requested' | 'disputed';
  state: 'processing' | 'done' | 'failed';
  amountCentavos: Centavos;
  at: Date;
  /** The refunding gateway, when it is another than the charge's. */
  through?: GatewayName;
};

/** One payment received for a charge. */
export type Receipt = {
  ref: string;
  amountCentavos: Centavos;
  receivedAt: Date;
  refunds: RefundReport[];
  /** The receiving gateway, when it is another than the charge's. */ through?: GatewayName;
};

/** A charge as the gateway reports it now. */
export type ChargeReport = {
  chargeId: ChargeId;
  providerRef: string;
  state: ChargeState;
  /** The requested amount. */
  amountCentavos: Centavos;
  /**
   * The sum of the receipts. It may differ from the requested amount, which an administrator has to
   * review.
   */
  paidCentavos: Centavos;
  receipts: Receipt[];
  /** Null when nothing is left to pay, and when the gateway does not repeat it. */
  presentment: Presentment | null;
  /** Why it `failed`. */
  decline?: Decline;
  /** The card network's reference of a first charge, for later charges of the same card. */
  networkRef?: string;
  /**
   * Result of the gateway's fraud screening. `review`: an administrator has to decide; the money
   * was received.
   */
  screening?: 'review' | 'accepted' | 'rejected';
};

/**
 * Identifies a charge in queries: some gateways can't be queried by our id, or don't report the
 * amount.
 */
export type ChargeLookup = {
  chargeId: ChargeId;
  /** Null before the first answer of the gateway. */ providerRef: string | null;
  amountCentavos: Centavos;
  /** For a gateway with several methods. */ method?: PaymentMethod;
};

export type ChargeRequest = {
  /**
   * The charge's own id is the idempotency key at the gateway: a repeated request never makes a
   * second charge.
   */
  chargeId: ChargeId;
  method: PaymentMethod;
  amountCentavos: Centavos;
  expiresInSeconds: number;
  /** Shown to the payer, at most 140 characters. */
  description: string;
  /** For methods that require it. */
  payer?: Payer | undefined;
  /** For `card`. */
  card?: CardSource | undefined;
  /** For `pixAutomatico`. */
  mandateCharge?: MandateCharge | undefined;
  /** For `card`: request 3-D Secure, or the result of an authentication in the page. */
  authenticate?: Authentication | undefined;
};

/** `refundId` is our UUID and the idempotency key at the gateway. */
export type RefundRequest = {
  receiptRef: string;
  refundId: string;
  amountCentavos: Centavos;
  /** Amount of the receipt. Gateways that refund all or nothing refuse any other amount. */
  receiptCentavos?: Centavos;
  description?: string;
  /**
   * References of the receipt's other refunds before the first request of this one, the same in
   * each retry: gateways that take no id of ours identify the refund by exclusion of these.
   */
  otherRefs?: readonly string[];
  /** The gateway's own reference of this refund, once known. */
  ref?: string | undefined;
};

/** Identifies a refund in queries. */
export type RefundLookup = Pick<RefundRequest, 'receiptRef' | 'refundId' | 'otherRefs' | 'ref'> & {
  amountCentavos?: Centavos;
};

/** A notification as it arrived. It is a hint: `status` is queried before any money moves. */
export type WebhookDelivery = {
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  rawBody: Uint8Array;
};

/** An event at the gateway. `key` is stable over repeated deliveries. */
export type ProviderEvent = {
  key: string;
  kind: 'payment' | 'refund' | 'payout' | 'mandate';
  /** The gateway's reference of a mandate, for mandate events. */
  mandateRef?: string;
  /** For payout events. */
  payoutId?: string;
  /** Null when the reference is not a charge of ours, or when only `providerRef` identifies it. */
  chargeId: ChargeId | null;
  /** The gateway's reference of the charge, where the event has no other. */
  providerRef: string | null;
  /** For refunds: the receipt, which may be all that the gateway names (`findChargeOfReceipt`). */
  receiptRef?: string;
  at: Date;
};

/** One line of the gateway's statement, for reconciliation. */
export type SettlementLine = {
  kind: 'payment' | 'refund';
  ref: string;
  receiptRef: string;
  /** Id of a refund that we requested. */
  refundId?: string;
  /** The gateway of the statement, when it is another than the charge's. */
  through?: GatewayName;
  chargeId: ChargeId | null;
  /** The gateway's reference of the charge, where the event has no other. */
  providerRef: string | null;
  /** Always above zero; `kind` gives the direction. */
  amountCentavos: Centavos;
  at: Date;
};

/** `cursor` is null on the last page. */
export type SettlementPage = { lines: SettlementLine[]; cursor: string | null };

/**
 * Optional abilities of a gateway. `whole`: full refunds only. An unsupported call is `refused`.
 */
export type Capabilities = {
  cancel: boolean;
  refund: 'parts' | 'whole' | 'none';
  settlements: boolean;
};

/**
 * A gateway. Every call may throw GatewayError; after an `unknown` outcome query `status` with the
 * same id, and never create again under another id.
 */
export interface PaymentProvider {
  readonly id: string;
  readonly methods: readonly TopUpMethod[];
  readonly can: Capabilities;
  /**
   * Two notifications may have equal bodies and mean different events, so deduplication by body is
   * wrong.
   */
  readonly notificationBodiesRepeat: boolean;
  /** The gateway sends no notifications: refunds are found only by polling. */
  readonly sendsNoNotifications?: boolean;
  /** Boletos: each request needs the payer's postal address. */
  readonly requiresAddress?: boolean;
  /**
   * Cards: a repeated request may make a second sale, so after the first request a charge is only
   * queried.
   */
  readonly createNotIdempotent?: boolean;

  /** Creates the charge, or answers the existing one of this id. */
  createCharge(request: ChargeRequest): Promise<ChargeReport>;
  /**
   * The source of truth. Null: the gateway has no such charge, so creating it under the same id is
   * safe.
   */
  status(charge: ChargeLookup): Promise<ChargeReport | null>;
  /** Captures an `authorized` charge; answers its state, also when it was captured before. */
  capture?(charge: ChargeLookup): Promise<ChargeReport>;
  /**
   * After a payment of a charge with two payment methods: withdraws the other method, refunds what
   * was paid by it, and answers the charge's state.
   */
  closeOtherMethod?(charge: ChargeLookup): Promise<ChargeReport | null>;
  /** Withdraws the charge unless it was paid; answers its state. */
  cancel(charge: ChargeLookup): Promise<ChargeReport>;

  /**
   * Refunds a receipt, fully or partly; a repeated id gets the same refund, during and after its
   * processing. `refused` covers only this request: an earlier one with the same id may have been
   * accepted.
   */
  refund(request: RefundRequest): Promise<RefundReport>;
  refundStatus(refund: RefundLookup): Promise<RefundReport | null>;

  /**
   * The charge of a receipt; null for a foreign receipt. Present where notifications of refunds may
   * name only the receipt.
   */
  findChargeOfReceipt?(receiptRef: string): Promise<ChargeId | null>;

  /** Present when `methods` includes cards. */
  readonly cards?: CardsApi;
  /** Present when the gateway offers Pix charges with a due date. */
  readonly dueCharges?: DueChargesApi;
  /** Present when the gateway offers mandates. */
  readonly mandates?: MandatesApi;
  /** Present when the gateway offers payouts. */
  readonly payouts?: PayoutsApi;

  /**
   * Registers the webhook address, where the gateway has an API for it; the adapter adds the
   * secret.
   */
  registerWebhook(url: string): Promise<void>;
  /** Whether the gateway sent the notification. */
  verifyWebhook(delivery: WebhookDelivery): Promise<boolean>;
  /** The events of a notification. Throws GatewayError (`invalid`) when it can't be parsed. */
  parseWebhook(rawBody: Uint8Array): ProviderEvent[];

  /** Payments and refunds of the period. Follow `cursor` to its end. */
  listSettlements(period: { from: Date; to: Date; cursor?: string }): Promise<SettlementPage>;

  /** Closes connections. */
  close(): Promise<void>;
}

/**
 * Gateways with an adapter. The name is part of webhook addresses and of clearing accounts: never
 * change one.
 */
export type GatewayName = 'pix' | 'cielo' | 'picpay' | 'paypal' | 'rede' | 'cieloCard' | 'carat';

/** Gateways of cards. */
export type CardGatewayName = 'rede' | 'cieloCard' | 'carat';

/** The configured gateways of this installation. */
export type Payments = Readonly<Partial<Record<GatewayName, PaymentProvider>>>;

/**
 * The provider of a recorded charge. Throws when its gateway was removed from the configuration.
 */
export const gatewayOf = (payments: Payments, name: GatewayName): PaymentProvider => {
  const provider = payments[name];
  if (!provider)
    throw new GatewayError(
      'unknown',
      `the gateway ${name} is not configured any more: its charges can't be queried`,
    );
  return provider;
};

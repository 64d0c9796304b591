// The port to payment gateways, in the product's own terms.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { CardsApi } from './cards/card-port.ts';
import type {
  GatewayName,
  TopUpMethod,
  RefundReport,
  ChargeReport,
  ChargeLookup,
  ChargeRequest,
  RefundRequest,
  RefundLookup,
} from './charge-port.ts';
import { GatewayError } from './gateway-error.ts';
import type { DueChargesApi } from './due-charge-port.ts';
import type { MandatesApi } from './mandate-port.ts';
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

export type {
  GatewayName,
  CardGatewayName,
  TopUpMethod,
  PaymentMethod,
  ChargeState,
  Presentment,
  Payer,
  RefundReport,
  Receipt,
  ChargeReport,
  ChargeLookup,
  ChargeRequest,
  RefundRequest,
  RefundLookup,
} from './charge-port.ts';

export { CardRefused, GatewayError, notOffered } from './gateway-error.ts';
export type { PayoutReport, PayoutRequest, PayoutsApi, PayoutTarget } from './payout-port.ts';

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

  /** Creates the charge, or returns the existing one of this id. */
  createCharge(request: ChargeRequest): Promise<ChargeReport>;
  /**
   * The source of truth. Null: the gateway has no such charge, so creating it under the same id is
   * safe.
   */
  status(charge: ChargeLookup): Promise<ChargeReport | null>;
  /** Captures an `authorized` charge; returns its state, also when it was captured before. */
  capture?(charge: ChargeLookup): Promise<ChargeReport>;
  /**
   * After a payment of a charge with two payment methods: withdraws the other method, refunds what
   * was paid by it, and returns the charge's state.
   */
  closeOtherMethod?(charge: ChargeLookup): Promise<ChargeReport | null>;
  /** Withdraws the charge unless it was paid; returns its state. */
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

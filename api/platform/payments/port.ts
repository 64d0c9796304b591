// The port to payment gateways: what the product asks of any of them, in its own words.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';

/** How a person pays. Each provider says which it takes. */
export type PaymentMethod = 'pix';

/**
 * What the gateway knows of a charge. `expired` may still become `paid`: a payment begun in time may arrive late.
 * Money received outranks everything else, so a canceled charge that was paid is `paid`.
 */
export type ChargeState = 'pending' | 'paid' | 'expired' | 'canceled' | 'partially_refunded' | 'refunded' | 'charged_back';

/** What to show the payer. */
export type Presentment = { kind: 'pix'; brCode: string; expiresAt: Date };

/** Money that goes back. `contested` was taken back by the payer's bank; `asked` was asked by us under `refundId`. */
export type RefundReport = {
  refundId: string;
  /** The gateway's own reference. */
  ref: string;
  origin: 'asked' | 'contested';
  state: 'processing' | 'done' | 'failed';
  amountCentavos: Centavos;
  at: Date;
};

/** One payment received for a charge. */
export type Receipt = { ref: string; amountCentavos: Centavos; receivedAt: Date; refunds: RefundReport[] };

/** A charge as the gateway knows it at the moment of asking. */
export type ChargeReport = {
  chargeId: ChargeId;
  providerRef: string;
  state: ChargeState;
  /** What was asked for. */
  amountCentavos: Centavos;
  /** What came: the sum of the receipts. May differ from what was asked for; that is for a person to look at. */
  paidCentavos: Centavos;
  receipts: Receipt[];
  /** Null when there is nothing left to pay. */
  presentment: Presentment | null;
};

export type ChargeRequest = {
  /** The charge's own id is the idempotency key at the gateway: asking again never makes a second charge. */
  chargeId: ChargeId;
  method: PaymentMethod;
  amountCentavos: Centavos;
  expiresInSeconds: number;
  /** Shown to the payer, at most 140 characters. */
  description: string;
};

/** `refundId` is a UUID of ours and the idempotency key at the gateway. */
export type RefundRequest = { receiptRef: string; refundId: string; amountCentavos: Centavos; description?: string };

/** A notification as it arrived. It is a hint: before any money moves, `status` is asked. */
export type WebhookDelivery = { query: URLSearchParams; headers: Record<string, string | string[] | undefined>; rawBody: Uint8Array };

/** Something that happened at the gateway. `key` is the same however often it is told. */
export type ProviderEvent = {
  key: string;
  kind: 'payment' | 'refund';
  /** Null when the reference is not one of our charges. */
  chargeId: ChargeId | null;
  at: Date;
};

/** One movement of money at the gateway, to compare with our books. */
export type SettlementLine = {
  kind: 'payment' | 'refund';
  ref: string;
  receiptRef: string;
  chargeId: ChargeId | null;
  /** Always above zero; `kind` says which way. */
  amountCentavos: Centavos;
  at: Date;
};

/** `cursor` is null on the last page. */
export type SettlementPage = { lines: SettlementLine[]; cursor: string | null };

/**
 * A gateway. Every call may throw GatewayError; after an `unknown` outcome ask `status` with the same id, and
 * never create again under another.
 */
export interface PaymentProvider {
  readonly id: string;
  readonly methods: readonly PaymentMethod[];

  /** Creates the charge, or answers the one that this id already made. */
  createCharge(request: ChargeRequest): Promise<ChargeReport>;
  /** The source of truth. Null: the gateway has never heard of it, so creating it is safe. */
  status(chargeId: ChargeId): Promise<ChargeReport | null>;
  /** Takes the charge back unless it was paid; answers what it is now. */
  cancel(chargeId: ChargeId): Promise<ChargeReport>;

  /** Sends a receipt's money back, whole or in part; answers the same refund to the same id. */
  refund(request: RefundRequest): Promise<RefundReport>;
  refundStatus(refund: Pick<RefundRequest, 'receiptRef' | 'refundId'>): Promise<RefundReport | null>;

  /** Tells the gateway where to send notifications; the secret is added here. */
  registerWebhook(url: string): Promise<void>;
  /** Whether the notification comes from the gateway. */
  verifyWebhook(delivery: WebhookDelivery): boolean;
  /** What a notification tells. Throws GatewayError (`invalid`) when it makes no sense. */
  parseWebhook(rawBody: Uint8Array): ProviderEvent[];

  /** Everything received in the period, and what of it went back. Follow `cursor` to its end. */
  listSettlements(period: { from: Date; to: Date; cursor?: string }): Promise<SettlementPage>;

  /** Lets go of connections. */
  close(): Promise<void>;
}

/**
 * - `unknown`: no usable answer; the gateway may or may not have acted. Ask again later.
 * - `refused`: it said no, and nothing happened.
 * - `invalid`: it answered something that can't be right; a person must look.
 */
export class GatewayError extends Error {
  readonly outcome: 'unknown' | 'refused' | 'invalid';

  constructor(outcome: GatewayError['outcome'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'GatewayError';
    this.outcome = outcome;
  }
}

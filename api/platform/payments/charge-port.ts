// The part of the port for charges and refunds: what is requested, and how a gateway reports it.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Authentication, CardSource, Decline } from './cards/card-port.ts';

/**
 * Gateways with an adapter. The name is part of webhook addresses and of clearing accounts: never
 * change one.
 */
export type GatewayName = 'pix' | 'cielo' | 'picpay' | 'paypal' | 'rede' | 'cieloCard' | 'carat';

/** Gateways of cards. */
export type CardGatewayName = 'rede' | 'cieloCard' | 'carat';

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
      /** Pix code of the same boleto. */
      brCode?: string;
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
  /** The receiving gateway, when it is another than the charge's. */
  through?: GatewayName;
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
  /** Null before the first answer of the gateway. */
  providerRef: string | null;
  amountCentavos: Centavos;
  /** For a gateway with several methods. */
  method?: PaymentMethod;
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

/** The charge of one month under a mandate. `dueDate` (ISO, Sao Paulo) is two to ten days away. */
export type MandateCharge = { mandateRef: string; dueDate: string };

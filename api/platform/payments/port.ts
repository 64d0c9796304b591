// The port to payment gateways: what the product asks of any of them, in its own words.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type {
  Authentication,
  CardsApi,
  CardSource,
  Decline,
  StoredCard,
} from './cards/card-port.ts';
import type { DueChargesApi } from './due-charge-port.ts';
import type { MandateCharge, MandatesApi } from './mandate-port.ts';

export type {
  Authentication,
  AuthenticationResult,
  AuthenticationScript,
  CardsApi as CardsApi,
  CardKey,
  CardSource,
  CardToStore as CardToStore,
  Decline,
  HolderBrowser,
  StoredCardState as StoredCardState,
  StoredCard,
} from './cards/card-port.ts';

/** How a person pays. Each provider says which it takes. */
export type TopUpMethod = 'pix' | 'card' | 'boleto' | 'paypal' | 'picpay';

/**
 * How a charge is paid. `pixAutomatico`: by a permission given before (mandates.ts), without the
 * person.
 */
export type PaymentMethod = TopUpMethod | 'pixAutomatico';

/**
 * What the gateway knows of a charge. `authorized`: the payer agreed, and `capture` takes the
 * money. `failed`: a card said no, see `decline`. `expired` may still become `paid`: a payment
 * begun in time may arrive late. Money received outranks everything else, so a canceled charge that
 * was paid is `paid`.
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
 * What to show the payer. A card mostly has none: its answer is there at once.
 * - `pix`: the BR Code, to draw or to copy.
 * - `boleto`: the 47 digits to type, the 44 of the barcode (ITF), the due date (ISO, in Sao Paulo),
 * the gateway's own slip.
 * - `redirect`: an address to open; `qrCode` is what to draw for a phone.
 * - `paypal`: the order for PayPal's button, and the address to open without it.
 * - `challenge`: the page of the card's bank, where its holder says who they are (3-D Secure).
 */
export type Presentment =
  | { kind: 'pix'; brCode: string; expiresAt: Date }
  | {
      kind: 'boleto';
      line: string;
      barcode: string;
      dueDate: string;
      slipUrl: string | null;
      /** It carries a Pix code, too. */ brCode?: string;
      expiresAt: Date;
    }
  | { kind: 'redirect'; url: string; qrCode: string | null; expiresAt: Date }
  | { kind: 'paypal'; orderId: string; url: string; expiresAt: Date }
  | { kind: 'challenge'; url: string; expiresAt: Date };

/** Who pays, as far as the method asks: boleto and PicPay need name and document. */
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
 * Money that goes back. `contested` was taken back by the payer's bank; `asked` was asked by us
 * under `refundId`.
 */
export type RefundReport = {
  refundId: string;
  /** The gateway's own reference. */
  ref: string;
  origin: 'asked' | 'contested';
  state: 'processing' | 'done' | 'failed';
  amountCentavos: Centavos;
  at: Date;
  /** The gateway that it goes back through, when it is another than the charge's. */
  through?: GatewayName;
};

/** One payment received for a charge. */
export type Receipt = {
  ref: string;
  amountCentavos: Centavos;
  receivedAt: Date;
  refunds: RefundReport[];
  /** The gateway that holds it, when it is another than the charge's. */ through?: GatewayName;
};

/** A charge as the gateway knows it at the moment of asking. */
export type ChargeReport = {
  chargeId: ChargeId;
  providerRef: string;
  state: ChargeState;
  /** What was asked for. */
  amountCentavos: Centavos;
  /**
   * What came: the sum of the receipts. May differ from what was asked for; that is for a person to
   * look at.
   */
  paidCentavos: Centavos;
  receipts: Receipt[];
  /**
   * Null when there is nothing left to pay, and when the gateway does not show it a second time.
   */
  presentment: Presentment | null;
  /** Why it `failed`. */
  decline?: Decline;
  /** The card that was charged, when it was to be kept. */
  card?: StoredCard;
  /** The card networks' reference of a first charge, for later ones of the same card. */
  networkRef?: string;
  /**
   * What the gateway's fraud screen says of it. `review`: a person has to look; its money came
   * nevertheless.
   */
  screening?: 'review' | 'accepted' | 'rejected';
};

/**
 * What we know of a charge already. Some gateways can't be asked by our id, or don't tell the
 * amount.
 */
export type ChargeLookup = {
  chargeId: ChargeId;
  /** Null when no answer of theirs ever came. */ providerRef: string | null;
  amountCentavos: Centavos;
  /** For a gateway that takes several. */ method?: PaymentMethod;
};

export type ChargeRequest = {
  /**
   * The charge's own id is the idempotency key at the gateway: asking again never makes a second
   * charge.
   */
  chargeId: ChargeId;
  method: PaymentMethod;
  amountCentavos: Centavos;
  expiresInSeconds: number;
  /** Shown to the payer, at most 140 characters. */
  description: string;
  /** For the methods that ask for it. */
  payer?: Payer | undefined;
  /** For `card`. */
  card?: CardSource | undefined;
  /** For `pixAutomatico`. */
  mandateCharge?: MandateCharge | undefined;
  /** For `card`: its bank is to ask who pays (3-D Secure), or was asked already in the page. */
  authenticate?: Authentication | undefined;
};

/** `refundId` is a UUID of ours and the idempotency key at the gateway. */
export type RefundRequest = {
  receiptRef: string;
  refundId: string;
  amountCentavos: Centavos;
  /** What the receipt was of. Gateways that return all or nothing refuse any other amount. */
  receiptCentavos?: Centavos;
  description?: string;
  /**
   * References of the receipt's other refunds as they were before this one was first asked for, the
   * same at each try: some gateways take no id of ours, and a refund of ours is recognised by being
   * none of these.
   */
  otherRefs?: readonly string[];
  /** The gateway's own reference of this refund, once an answer named it. */
  ref?: string | undefined;
};

/** A refund that is asked about. */
export type RefundLookup = Pick<RefundRequest, 'receiptRef' | 'refundId' | 'otherRefs' | 'ref'> & {
  amountCentavos?: Centavos;
};

/** A notification as it arrived. It is a hint: before any money moves, `status` is asked. */
export type WebhookDelivery = {
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  rawBody: Uint8Array;
};

/** Something that happened at the gateway. `key` is the same however often it is told. */
export type ProviderEvent = {
  key: string;
  kind: 'payment' | 'refund' | 'payout' | 'mandate';
  /** It is of a permission: the gateway's reference. */
  mandateRef?: string;
  /** It is of money that we sent. */
  payoutId?: string;
  /** Null when the reference is not one of our charges, or when only `providerRef` says which. */
  chargeId: ChargeId | null;
  /** The gateway's reference of the charge, where it tells nothing else. */
  providerRef: string | null;
  /**
   * Of money that went back: the receipt that it is of, where that may be all that the gateway
   * tells (`findChargeOfReceipt`).
   */
  receiptRef?: string;
  at: Date;
};

/**
 * Where a payout goes: a Pix key, or an account of a bank, named by its ISPB; `number` includes the
 * check digit.
 */
export type PayoutTarget =
  | { kind: 'pix'; key: string }
  | { kind: 'account'; ispb: string; agency: string; number: string; type: 'checking' | 'savings' };

/**
 * The payout's own id is the idempotency key at the gateway: asking again never sends twice. The
 * payee's CPF always goes along, so that nobody else is paid.
 */
export type PayoutRequest = {
  payoutId: string;
  amountCentavos: Centavos;
  payee: { name: string; document: string };
  to: PayoutTarget;
};

/**
 * A payout as the gateway knows it. `failed`: it never left, and `reason` says why in the gateway's
 * words. `returned`: it was paid, and the receiver's bank sent all of it back. `returnedCentavos`:
 * what has come back so far; a part of a `paid` one.
 */
export type PayoutReport = {
  payoutId: string;
  ref: string | null;
  state: 'processing' | 'paid' | 'failed' | 'returned';
  amountCentavos: Centavos;
  returnedCentavos: Centavos;
  reason: string | null;
};

/**
 * What a gateway that sends money can do. Both calls may throw GatewayError; after `unknown` ask
 * `status` or send again, with the same id.
 */
export interface PayoutsApi {
  /** Sends, or answers what this id has sent already. */
  send(request: PayoutRequest): Promise<PayoutReport>;
  /** Null: the gateway has never heard of it. */
  status(payoutId: string): Promise<PayoutReport | null>;
}

/** One movement of money at the gateway, to compare with our books. */
export type SettlementLine = {
  kind: 'payment' | 'refund';
  ref: string;
  receiptRef: string;
  /** Of a return that we asked for: the id that we asked under. */
  refundId?: string;
  /** The gateway in whose statement it is, when it is another than the charge's. */
  through?: GatewayName;
  chargeId: ChargeId | null;
  /** The gateway's reference of the charge, where it tells nothing else. */
  providerRef: string | null;
  /** Always above zero; `kind` says which way. */
  amountCentavos: Centavos;
  at: Date;
};

/** `cursor` is null on the last page. */
export type SettlementPage = { lines: SettlementLine[]; cursor: string | null };

/**
 * What a gateway can do beside taking money. `whole`: all of a receipt, or nothing. A call it can't
 * do is `refused`.
 */
export type Capabilities = {
  cancel: boolean;
  refund: 'parts' | 'whole' | 'none';
  settlements: boolean;
};

/**
 * A gateway. Every call may throw GatewayError; after an `unknown` outcome ask `status` with the
 * same id, and never create again under another.
 */
export interface PaymentProvider {
  readonly id: string;
  readonly methods: readonly TopUpMethod[];
  readonly can: Capabilities;
  /**
   * Two of its notifications may be the same bytes and tell of different things: none may be taken
   * for a duplicate.
   */
  readonly notificationBodiesRepeat: boolean;
  /** It sends no notifications at all: what goes back of a payment is seen only by asking. */
  readonly sendsNoNotifications?: boolean;
  /** Boletos: the address of who pays is wanted with each. */
  readonly requiresAddress?: boolean;
  /**
   * Cards: a second request of the same id may make a second sale, so what was asked for once is
   * only looked for.
   */
  readonly createNotIdempotent?: boolean;

  /** Creates the charge, or answers the one that this id already made. */
  createCharge(request: ChargeRequest): Promise<ChargeReport>;
  /**
   * The source of truth. Null: as far as the gateway can tell it has never heard of it, so creating
   * it under the same id is safe.
   */
  status(charge: ChargeLookup): Promise<ChargeReport | null>;
  /**
   * Takes the money of an `authorized` charge; answers what it is now, also when it was taken
   * before.
   */
  capture?(charge: ChargeLookup): Promise<ChargeReport>;
  /**
   * After a payment of a charge that can be paid in two ways: closes the other one, and returns
   * what came by it; answers what it is then.
   */
  closeOtherMethod?(charge: ChargeLookup): Promise<ChargeReport | null>;
  /** Takes the charge back unless it was paid; answers what it is now. */
  cancel(charge: ChargeLookup): Promise<ChargeReport>;

  /**
   * Sends a receipt's money back, whole or in part; answers the same refund to the same id, while
   * it is under way and after it is done. `refused` says only that this request was not taken: an
   * earlier one with the same id may have been.
   */
  refund(request: RefundRequest): Promise<RefundReport>;
  refundStatus(refund: RefundLookup): Promise<RefundReport | null>;

  /**
   * The charge of a receipt; null when it is none of ours. Only where notifications of returned
   * money may name nothing else.
   */
  findChargeOfReceipt?(receiptRef: string): Promise<ChargeId | null>;

  /** Cards: only where `methods` has them. */
  readonly cards?: CardsApi;
  /** Only where codes can stand on slips of another gateway. */
  readonly dueCharges?: DueChargesApi;
  /** Only where people permit charges ahead. */
  readonly mandates?: MandatesApi;
  /** Only where money can be sent, too. */
  readonly payouts?: PayoutsApi;

  /**
   * Tells the gateway where to send notifications, where it can be told; the secret is added here.
   */
  registerWebhook(url: string): Promise<void>;
  /** Whether the notification comes from the gateway. */
  verifyWebhook(delivery: WebhookDelivery): Promise<boolean>;
  /** What a notification tells. Throws GatewayError (`invalid`) when it makes no sense. */
  parseWebhook(rawBody: Uint8Array): ProviderEvent[];

  /** Everything received in the period, and what of it went back. Follow `cursor` to its end. */
  listSettlements(period: { from: Date; to: Date; cursor?: string }): Promise<SettlementPage>;

  /** Lets go of connections. */
  close(): Promise<void>;
}

/**
 * The gateways there are adapters for. The name is part of webhook addresses and of clearing
 * accounts: never change one.
 */
export type GatewayName = 'pix' | 'cielo' | 'picpay' | 'paypal' | 'rede' | 'cieloCard' | 'carat';

/** Those of them that take cards. */
export type CardGatewayName = 'rede' | 'cieloCard' | 'carat';

/** The gateways of this installation. */
export type Payments = Readonly<Partial<Record<GatewayName, PaymentProvider>>>;

/**
 * The provider of a charge that is on record. Throws when its gateway was taken out of the
 * configuration.
 */
export const gatewayOf = (payments: Payments, name: GatewayName): PaymentProvider => {
  const provider = payments[name];
  if (!provider)
    throw new GatewayError(
      'unknown',
      `the gateway ${name} is not configured any more: its charges can't be asked about`,
    );
  return provider;
};

/**
 * - `unknown`: no usable answer, or "that exists already"; the gateway may or may not have acted.
 * Ask again later.
 * - `refused`: it said no to this request, which therefore did nothing. Whether an earlier one did
 * is another question.
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

/** The bank of a card said no to keeping it. */
export class CardRefused extends GatewayError {
  readonly decline: Decline;

  constructor(decline: Decline) {
    super('refused', `the card was refused (${decline.code}): ${decline.words}`);
    this.name = 'CardRefused';
    this.decline = decline;
  }
}

/** The refusal of what a gateway does not offer at all. */
export const notOffered = (what: string): GatewayError =>
  new GatewayError('refused', `this gateway does not offer ${what}`);

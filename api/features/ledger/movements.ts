// Every kind of money movement, and the transfer that it becomes.
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { CollectionId } from '@camarim/contract/features/collections';
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { OrderId } from '@camarim/contract/features/orders';
import type {
  ChargeId,
  GoalId,
  PostId,
  ProfileId,
  SubscriptionId,
  TransferId,
} from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALE_KINDS } from '@camarim/contract/sales';

/** Kinds of accounts; the table ledger_account_kinds says how each behaves. */
export type AccountKind =
  | 'wallet'
  | 'locked'
  | 'escrow'
  | 'pending'
  | 'earnings'
  | 'payout_in_transit'
  | 'debt'
  | 'revenue'
  | 'clearing';

/**
 * One debit (negative) or credit. `owner` null is the platform; `label` is the gateway of a
 * clearing account.
 */
export type Posting = {
  owner: ProfileId | null;
  account: AccountKind;
  label?: string;
  amount: Centavos;
  releaseAt?: Date;
};

/**
 * How a sale was paid, which decides how long it is held: directly by Pix, or from a wallet that a
 * card filled recently.
 */
export type PaymentSource = 'pix' | 'card';

/**
 * A seller's own fee in basis points; null for the platform's usual rate, which the ledger knows.
 */
export type SellerRate = number | null;

/**
 * Every kind of money movement. `key` is its idempotency key: the same key returns the first
 * transfer again, and is refused with another request. Amounts are above zero.
 */
export type Movement =
  | {
      kind: 'topUp';
      chargeId: ChargeId;
      profileId: ProfileId;
      gateway: string;
      amount: Centavos;
      /** It waits for a fraud review. */
      locked?: boolean;
    }
  | {
      kind: 'unlock';
      chargeId: ChargeId;
      profileId: ProfileId;
      amount: Centavos;
      actorId: ProfileId | null;
    }
  | {
      kind: 'tip';
      key: string;
      fromId: ProfileId;
      toId: ProfileId;
      postId: PostId | null;
      goalId?: GoalId;
      /** The show in which it was given, and what was bought from its menu. */
      liveId?: LiveId;
      itemId?: MenuItemId;
      amount: Centavos;
      feeBps: SellerRate;
      message?: string;
      source?: PaymentSource;
    }
  | {
      kind: 'purchase';
      key: string;
      buyerId: ProfileId;
      sellerId: ProfileId;
      postId: PostId;
      price: Centavos;
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      kind: 'collection';
      key: string;
      buyerId: ProfileId;
      sellerId: ProfileId;
      collectionId: CollectionId;
      price: Centavos;
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      /** What a fan pays for writing a message. */
      kind: 'message';
      key: string;
      buyerId: ProfileId;
      sellerId: ProfileId;
      messageId: MessageId;
      price: Centavos;
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      /** What a receiver pays for the media of a message. */
      kind: 'paidMessage';
      key: string;
      buyerId: ProfileId;
      sellerId: ProfileId;
      contentId: MessageContentId;
      price: Centavos;
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      /** What a fan pays for a custom order: locked first, and settled when it is delivered. */
      kind: 'order';
      step: 'lock' | 'settle';
      buyerId: ProfileId;
      sellerId: ProfileId;
      orderId: OrderId;
      price: Centavos;
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      /**
       * What a watcher pays for one minute of a show, or a ticket: locked ahead, settled when it is
       * delivered.
       */
      kind: 'show';
      step: 'lock' | 'settle';
      buyerId: ProfileId;
      sellerId: ProfileId;
      liveId: LiveId;
      paymentId: string;
      price: Centavos;
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      kind: 'subscription';
      key: string;
      buyerId: ProfileId;
      sellerId: ProfileId;
      subscriptionId: SubscriptionId;
      price: Centavos;
      months: number;
      /** When each of several months begins: each month's share is released after it. */
      monthsFrom?: readonly Date[];
      feeBps: SellerRate;
      source?: PaymentSource;
    }
  | {
      kind: 'chargeback';
      chargeId: ChargeId;
      /** Counts the returns of one charge, from 1. */
      number: number;
      /** The gateway's reference of the newest return. */
      refundRef: string;
      profileId: ProfileId;
      gateway: string;
      taken: Centavos;
      owed: Centavos;
    }
  | {
      kind: 'debtPayment';
      /** From the wallet, by this top-up, or from the earnings before this payout. */
      from: { chargeId: ChargeId } | { payoutId: string };
      profileId: ProfileId;
      amount: Centavos;
    }
  | {
      kind: 'refundFailed';
      refundId: string;
      chargeId: ChargeId;
      profileId: ProfileId;
      gateway: string;
      amount: Centavos;
      /** It was locked by a fraud review before, and is locked again. */
      locked?: boolean;
    }
  | {
      kind: 'release';
      key: string;
      profileId: ProfileId;
      releaseAt: Date;
      amount: Centavos;
      actorId?: ProfileId;
    }
  | { kind: 'payout'; payoutId: string; profileId: ProfileId; amount: Centavos }
  | {
      kind: 'payoutPaid';
      payoutId: string;
      profileId: ProfileId;
      gateway: string;
      amount: Centavos;
      /** The platform's part of the amount. */
      fee?: Centavos;
    }
  | { kind: 'payoutReturned'; payoutId: string; profileId: ProfileId; amount: Centavos }
  | {
      kind: 'reversal';
      transferId: TransferId;
      postings: readonly Posting[];
      /** How many of its held parts, soonest first, were released to the earnings already. */
      released: number;
      /** What its seller no longer has of the released parts, and owes from now on. */
      owed?: Centavos;
      actorId: ProfileId | null;
      reason: string;
    };

export type MovementKind = Movement['kind'];

export type OfKind<K extends MovementKind> = Extract<Movement, { kind: K }>;

/** Days that a producer's share waits before it can be cashed out. */
export type HoldDays = { default: number } & Partial<Record<PaymentSource, number>>;

/** When and under which rules a movement happens. `feeBps` is the platform's usual rate. */
export type Terms = { at: Date; holdDays: HoldDays; feeBps: number };

/** A transfer to write. The balance of the first posting's account is returned. */
export type NewTransfer = {
  kind: MovementKind;
  key: string;
  /** What the caller asked for, without what the platform decides: a replay must match it. */
  request: unknown;
  actorId: ProfileId | null;
  referenceType: string | null;
  referenceId: string | null;
  memo: Record<string, unknown> | null;
  reverses: TransferId | null;
  postings: Posting[];
};

/** Kinds of movements that can be reversed. */
export const REVERSIBLE: readonly MovementKind[] = ['topUp', ...SALE_KINDS, 'payoutPaid'];

// The ledger as other features use it: movements by kind, balances, statements, and background
// work.
import type { FraudSettings } from '@camarim/contract/features/fraud/settings';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import type { SideEffects } from '../../platform/database/side-effects.ts';
import { afterCommit, type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Discrepancy, checkLedger } from './check-store.ts';
import { loadDebt, loadDebtors, type Debtor } from './dispute/dispute-store.ts';
import {
  type Dispute,
  type DisputeResult,
  type LedgerWriter,
  postDisputeIn,
  payDebtFromEarningsIn,
  payDebtIn,
} from './dispute/dispute.ts';
import { BATCH_LIMITS, type BatchLimits, createTransferQueue } from './transfer-queue.ts';
import { type Movement, type NewTransfer, REVERSIBLE, type Terms } from './movements.ts';
import { newTransferOf } from './rules.ts';
import { heldPostings } from './reversal.ts';
import { debounce } from './debounce.ts';
import { newestEntry } from './statement-store.ts';
import { type StatementLine, type StatementQuery, statementOf } from './statement.ts';
import { loadTotals, type Totals } from './totals-store.ts';
import {
  type PostOutcome,
  type Earnings,
  foldBatch,
  itemOf,
  loadBalance,
  loadDueHolds,
  loadEarnings,
  loadEscrow,
  loadTransfer,
  lockAccounts,
  lockSteppedTransfers,
  openAccounts,
  postBatch,
} from './store.ts';

export type PostResult = {
  transferId: TransferId;
  /**
   * Balance after it of the account that paid or was topped up; null for accounts whose entries are
   * folded later.
   */
  balance: Centavos | null;
  /** The idempotency key was used before: nothing moved, and this is the first result again. */
  replayed: boolean;
};

/** `data.reply` of the wallet.insufficient that postings throw. Centavos. */
export type Shortage = { needed: Centavos; balance: Centavos };

/**
 * Money of one profile: the wallet with payments under review and money of orders and shows, and
 * the earnings that are not paid out.
 */
export type Holdings = { balance: Centavos; earnings: Centavos };

export type LedgerParts = Pick<Platform, 'db' | 'clock' | 'log'> & {
  config: Pick<Platform['config'], 'FEE_BPS'>;
  fraudSettings: {
    current(): Pick<FraudSettings, 'HOLD_DAYS' | 'HOLD_DAYS_PIX' | 'HOLD_DAYS_CARD'>;
  };
  outbox: Pick<Platform['outbox'], 'nudge'>;
};

export type Ledger = ReturnType<typeof createLedger>;

const FOLD_ACCOUNTS = 500;
/**
 * Long enough that a busy account's entries are folded together, short enough that readers have few
 * to add.
 */
const FOLD_AFTER_MS = 3_000;
/** Long enough that the events of several batches leave together; too short to be noticed. */
const NUDGE_AFTER_MS = 20;
const RELEASE_BATCH = 256;

/**
 * Converts the database's outcome. Throws wallet.insufficient, profile.notFound for a sale to a
 * removed account, and request.idempotencyMismatch.
 */
const toPostResult = (
  transfer: NewTransfer,
  { outcome, transferId, balance, shortOf }: PostOutcome,
): PostResult => {
  if (outcome === 'mismatch') throw new AppError('request.idempotencyMismatch');
  if (outcome === 'gone') throw new AppError('profile.notFound');
  if (outcome === 'insufficient') {
    const needed =
      transfer.postings.find(({ account, amount }) => account === shortOf && amount < 0)?.amount ??
      ZERO_CENTAVOS;
    const shortage: Shortage = { needed: centavos(-needed), balance: balance ?? ZERO_CENTAVOS };
    throw new AppError('wallet.insufficient', { reply: shortage });
  }
  return { transferId, balance, replayed: outcome === 'replay' };
};

/** The read-only part of the ledger. */
const ledgerQueries = ({ db, clock }: Pick<LedgerParts, 'db' | 'clock'>) => ({
  debtOf: (profileId: ProfileId): Promise<Centavos> => loadDebt(db, profileId),
  /** The same by the connection of the caller's transaction. */
  debtIn: (tx: Transaction, profileId: ProfileId): Promise<Centavos> => loadDebt(tx, profileId),
  /** For administrators: balances of a profile, and what came and went. */
  totalsOf: (profileId: ProfileId): Promise<Totals> => loadTotals(db, profileId),
  debtors: (limit: number): Promise<Debtor[]> => loadDebtors(db, limit),
  balanceOf: (profileId: ProfileId): Promise<{ balance: Centavos; lockedBalance: Centavos }> =>
    loadBalance(db, profileId),
  /** What a fan has locked in orders and shows. */
  escrowOf: (profileId: ProfileId): Promise<Centavos> => loadEscrow(db, profileId),
  earningsOf: (profileId: ProfileId): Promise<Earnings> => loadEarnings(db, profileId, clock.now()),
  /** The same by the connection of the caller's transaction. */
  earningsIn: (tx: Transaction | typeof db, profileId: ProfileId): Promise<Earnings> =>
    loadEarnings(tx, profileId, clock.now()),
  /**
   * Wallet and earnings of a profile, read in the caller's transaction with its accounts locked:
   * they stay as read until it ends.
   */
  holdingsIn: async (tx: Transaction, profileId: ProfileId): Promise<Holdings> => {
    await lockAccounts(tx, profileId);
    const { balance, lockedBalance } = await loadBalance(tx, profileId);
    const ordered = await loadEscrow(tx, profileId);
    const { available, pending } = await loadEarnings(tx, profileId, clock.now());
    return {
      balance: centavos(balance + lockedBalance + ordered),
      earnings: centavos(available + pending),
    };
  },
  statement: (query: StatementQuery): Promise<StatementLine[]> => statementOf(db, query),
  /** The newest entry: the upper bound of a statement that is read in several pages. */
  newestEntry: (): Promise<number> => newestEntry(db),
  /** All broken invariants; empty when the ledger is consistent. */
  checkInvariants: async (): Promise<Discrepancy[]> => (await checkLedger(db)).discrepancies,
});

/** What writes transfers: the terms of now, the shared queue, and the caller's transaction. */
type TransferWriter = {
  terms(): Terms;
  submit: ReturnType<typeof createTransferQueue>;
  postOne(
    tx: Transaction,
    transfer: NewTransfer,
    at: Date,
    sideEffects?: SideEffects,
  ): Promise<PostOutcome>;
};

type ReversalRequest = {
  transferId: TransferId;
  actorId: ProfileId | null;
  reason: string;
  released?: boolean;
  /** What the receivers have spent becomes their debt. */
  toDebt?: boolean;
};

/** `owed` is what became a debt of the receivers. */
export type ReversalResult = PostResult & { owed: Centavos };

/** Loads a transfer that can be reversed. */
const loadReversible = async (
  tx: Transaction,
  transferId: TransferId,
): Promise<NonNullable<Awaited<ReturnType<typeof loadTransfer>>>> => {
  const original = await loadTransfer(tx, transferId);
  if (!original || !REVERSIBLE.includes(original.kind))
    throw new Error(`there is no transfer ${transferId} that can be reversed`);
  return original;
};

/**
 * Reverses a top-up or sale, once. `released`: its share is known to have left `pending`; otherwise
 * each part is taken from `pending` first. Of a sale in two steps both are reversed, the settlement
 * first. Throws wallet.insufficient when the receivers have spent the money, unless it is to become
 * their debt.
 */
const reverser = (writer: TransferWriter) => {
  const reverseOne = oneReverser(writer);
  return async (
    tx: Transaction,
    request: ReversalRequest,
    sideEffects?: SideEffects,
  ): Promise<ReversalResult> => {
    const { kind } = await loadReversible(tx, request.transferId);
    if (kind !== 'order' && kind !== 'show') return reverseOne(tx, request, sideEffects);
    // With the escrow locked, so that a concurrent settlement is either seen here or finds the
    // money gone.
    const { lock, settlement } = await lockSteppedTransfers(tx, request.transferId);
    const settled = settlement && (await reverseOne(tx, { ...request, transferId: settlement }));
    const unlocked = await reverseOne(
      tx,
      { ...request, transferId: lock, released: false },
      sideEffects,
    );
    const owed = centavos((settled?.owed ?? 0) + unlocked.owed);
    return { ...(settled && request.transferId === settlement ? settled : unlocked), owed };
  };
};

const oneReverser =
  ({ terms, postOne }: TransferWriter) =>
  async (
    tx: Transaction,
    { transferId, actorId, reason, released = false, toDebt = false }: ReversalRequest,
    sideEffects?: SideEffects,
  ): Promise<ReversalResult> => {
    const original = await loadReversible(tx, transferId);
    const now = terms();
    const parts = heldPostings(original.postings).length;
    let [fromEarnings, owed] = [released ? parts : 0, ZERO_CENTAVOS];
    for (;;) {
      const transfer = newTransferOf(
        {
          kind: 'reversal',
          transferId,
          postings: original.postings,
          released: fromEarnings,
          owed,
          actorId,
          reason,
        },
        now,
      );
      const answer = await postOne(tx, transfer, now.at, sideEffects);
      const { outcome, shortOf } = answer;
      const heldIsShort = shortOf === 'pending' || shortOf === 'locked';
      // With a part more from the earnings they may lack more.
      if (outcome === 'insufficient' && heldIsShort && fromEarnings < parts)
        [fromEarnings, owed] = [fromEarnings + 1, ZERO_CENTAVOS];
      else if (outcome === 'insufficient' && shortOf === 'earnings' && toDebt && owed === 0)
        owed = missingOf(transfer, answer);
      else return { ...toPostResult(transfer, answer), owed };
    }
  };

/**
 * What the earnings lack; the failed posting locked them, so that it is the same in the next
 * attempt.
 */
const missingOf = ({ postings }: NewTransfer, { balance }: PostOutcome): Centavos => {
  const taken = postings.find(({ account }) => account === 'earnings')?.amount ?? ZERO_CENTAVOS;
  return centavos(-taken - Math.max(balance ?? 0, 0));
};

/** Releases due holds from pending to earnings; returns how many. */
const holdReleaser =
  (db: LedgerParts['db'], { terms, submit }: TransferWriter, fold: () => Promise<number>) =>
  async (): Promise<number> => {
    await fold();
    let total = 0;
    for (;;) {
      const now = terms();
      const due = await loadDueHolds(db, now.at, RELEASE_BATCH);
      const answers = await Promise.all(
        due.map((hold) =>
          submit(
            itemOf(
              newTransferOf({ kind: 'release', key: crypto.randomUUID(), ...hold }, now),
              now.at,
            ),
          ),
        ),
      );
      // Another process or an administrator may have released one first: then it is insufficient,
      // and absent from the next batch.
      const released = answers.filter(({ outcome }) => outcome === 'posted').length;
      total += released;
      if (released === 0) return total;
    }
  };

/** Returned payments, and the debts that they leave. */
const debtWriter = (writer: LedgerWriter) => ({
  postDisputeIn: (tx: Transaction, dispute: Dispute): Promise<DisputeResult | null> =>
    postDisputeIn(tx, writer, dispute),
  payDebtIn: (tx: Transaction, topUp: Pick<Dispute, 'chargeId' | 'profileId'>): Promise<Centavos> =>
    payDebtIn(tx, writer, topUp),
  payDebtFromEarningsIn: (
    tx: Transaction,
    payout: Parameters<typeof payDebtFromEarningsIn>[2],
  ): Promise<Centavos> => payDebtFromEarningsIn(tx, writer, payout),
});

/** One per process, so that its transfers share batches. */
export const createLedger = (
  { db, clock, log, config, fraudSettings, outbox: { nudge } }: LedgerParts,
  batching: BatchLimits = BATCH_LIMITS,
) => {
  /** The fee rate of a sale in basis points: the seller's own, or the platform's. */
  const rateOf = (own: number | null): number => own ?? config.FEE_BPS;
  const terms = (): Terms => {
    const { HOLD_DAYS, HOLD_DAYS_PIX: pix, HOLD_DAYS_CARD: card } = fraudSettings.current();
    return {
      at: clock.now(),
      feeBps: rateOf(null),
      holdDays: { default: HOLD_DAYS, pix, card },
    };
  };

  /** Folds appended entries into balances. Any number of processes may run it at once. */
  const fold = async (): Promise<number> => {
    let total = 0;
    for (;;) {
      const folded = await transaction(db, (tx) => foldBatch(tx, FOLD_ACCOUNTS));
      total += folded;
      if (folded === 0) return total;
    }
  };
  const scheduleFold = debounce(fold, FOLD_AFTER_MS, log);
  const scheduleNudge = debounce(nudge, NUDGE_AFTER_MS, log);

  const submit = createTransferQueue(db, batching, () => {
    scheduleNudge();
    scheduleFold();
  });

  const postOne = async (
    tx: Transaction,
    transfer: NewTransfer,
    at: Date,
    sideEffects?: SideEffects,
  ): Promise<PostOutcome> => {
    const [answer] = await postBatch(tx, [itemOf(transfer, at, sideEffects)]);
    if (!answer) throw new Error('ledger_post answered nothing');
    afterCommit(tx, nudge);
    scheduleFold();
    return answer;
  };

  /** Moves money now, in a transaction shared with other callers of this moment. */
  const post = async (movement: Movement, sideEffects?: SideEffects): Promise<PostResult> => {
    const now = terms();
    const transfer = newTransferOf(movement, now);
    return toPostResult(transfer, await submit(itemOf(transfer, now.at, sideEffects)));
  };

  /**
   * Moves money in the caller's transaction. Holds its accounts' locks until that ends: call it
   * last.
   */
  const postIn = async (
    tx: Transaction,
    movement: Movement,
    sideEffects?: SideEffects,
  ): Promise<PostResult> => {
    const now = terms();
    const transfer = newTransferOf(movement, now);
    return toPostResult(transfer, await postOne(tx, transfer, now.at, sideEffects));
  };

  const writer = { terms, submit, postOne };
  const reverseIn = reverser(writer);

  return {
    rateOf,
    post,
    postIn,
    reverseIn,
    ...debtWriter({ postIn, reverseIn }),
    fold,
    releaseDue: holdReleaser(db, writer, fold),
    ...ledgerQueries({ db, clock }),
    openAccounts: (tx: Transaction, profileId: ProfileId): Promise<void> =>
      openAccounts(tx, profileId),
  };
};

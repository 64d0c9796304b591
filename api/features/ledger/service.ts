// The ledger as other features see it: movements by kind, balances, statements, and the work that
// goes on behind.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Discrepancy, checkLedger } from './check-store.ts';
import { loadDebt, loadDebtors, type Debtor } from './contest/contest-store.ts';
import { type Contest, type Contested, contestIn, payDebtIn } from './contest/contest.ts';
import { GATHERING, type Gathering, createPoster } from './posting.ts';
import { type Movement, type Posting, REVERSIBLE, type Terms, postingOf } from './rules.ts';
import { heldLegs } from './reversal.ts';
import { soon } from './soon.ts';
import { newestEntry } from './statement-store.ts';
import { type StatementLine, type StatementQuery, statementOf } from './statement.ts';
import {
  type Answer,
  type Companions,
  type Earnings,
  foldSome,
  itemOf,
  loadBalance,
  loadDueHolds,
  loadEarnings,
  loadTransfer,
  lockAccounts,
  openAccounts,
  postBatch,
} from './store.ts';

export type Posted = {
  transferId: TransferId;
  /**
   * Balance of the account that paid (or was topped up) right after it; null when that account is
   * appended.
   */
  balance: Centavos | null;
  /** The key had been used: nothing moved now, this is the first answer again. */
  replayed: boolean;
};

/** `data.reply` of the wallet.insufficient that postings throw. */
export type Shortage = { needed: Centavos; balance: Centavos };

/**
 * Money of one profile: in the wallet, payments under review included, and earned without being
 * cashed out.
 */
export type Holdings = { balance: Centavos; earnings: Centavos };

/** The parts of the platform that the ledger needs. */
export type LedgerParts = Pick<Platform, 'db' | 'clock' | 'log'> & {
  config: Pick<Platform['config'], 'HOLD_DAYS' | 'HOLD_DAYS_PIX' | 'HOLD_DAYS_CARD'>;
  outbox: Pick<Platform['outbox'], 'nudge'>;
};

export type Ledger = ReturnType<typeof createLedger>;

const FOLD_ACCOUNTS = 500;
/**
 * Long enough that a busy account's entries are folded together, short enough that readers have few
 * to add.
 */
const FOLD_AFTER_MS = 3_000;
/** Long enough that the events of several batches leave together; nobody sees it. */
const NUDGE_AFTER_MS = 20;
const RELEASE_BATCH = 256;

/**
 * Turns an answer into a result. Throws wallet.insufficient, profile.notFound for a sale to a
 * removed account, and request.idempotencyMismatch.
 */
const settle = (posting: Posting, { outcome, transferId, balance, shortOf }: Answer): Posted => {
  if (outcome === 'mismatch') throw new AppError('request.idempotencyMismatch');
  if (outcome === 'gone') throw new AppError('profile.notFound');
  if (outcome === 'insufficient') {
    const needed =
      posting.legs.find(({ account, amount }) => account === shortOf && amount < 0)?.amount ??
      ZERO_CENTAVOS;
    const shortage: Shortage = { needed: centavos(-needed), balance: balance ?? ZERO_CENTAVOS };
    throw new AppError('wallet.insufficient', { reply: shortage });
  }
  return { transferId, balance, replayed: outcome === 'replay' };
};

/** What is asked of the ledger without moving anything. */
const readings = ({ db, clock }: Pick<LedgerParts, 'db' | 'clock'>) => ({
  debtOf: (profileId: ProfileId): Promise<Centavos> => loadDebt(db, profileId),
  debtors: (limit: number): Promise<Debtor[]> => loadDebtors(db, limit),
  balanceOf: (profileId: ProfileId): Promise<{ balance: Centavos; lockedBalance: Centavos }> =>
    loadBalance(db, profileId),
  earningsOf: (profileId: ProfileId): Promise<Earnings> => loadEarnings(db, profileId, clock.now()),
  /**
   * What a profile has in wallet and earnings, read in the caller's transaction with its accounts
   * locked: it stays as read until that ends.
   */
  holdingsIn: async (tx: Transaction, profileId: ProfileId): Promise<Holdings> => {
    await lockAccounts(tx, profileId);
    const { balance, lockedBalance } = await loadBalance(tx, profileId);
    const { available, pending } = await loadEarnings(tx, profileId, clock.now());
    return { balance: centavos(balance + lockedBalance), earnings: centavos(available + pending) };
  },
  statement: (query: StatementQuery): Promise<StatementLine[]> => statementOf(db, query),
  /** Up to where a statement that is read in several pages goes. */
  newestEntry: (): Promise<number> => newestEntry(db),
  /** Every cent out of place; empty when all is well. */
  checkInvariants: async (): Promise<Discrepancy[]> => (await checkLedger(db)).discrepancies,
});

/** One per process, so that its postings gather. */
export const createLedger = (
  { db, clock, log, config, outbox }: LedgerParts,
  gathering: Gathering = GATHERING,
) => {
  const terms = (): Terms => ({
    at: clock.now(),
    holdDays: { default: config.HOLD_DAYS, pix: config.HOLD_DAYS_PIX, card: config.HOLD_DAYS_CARD },
  });

  /** Folds appended entries into balances. Any number of processes may run it at once. */
  const fold = async (): Promise<number> => {
    let total = 0;
    for (;;) {
      const folded = await transaction(db, (tx) => foldSome(tx, FOLD_ACCOUNTS));
      total += folded;
      if (folded === 0) return total;
    }
  };
  const foldSoon = soon(fold, FOLD_AFTER_MS, log);
  const nudgeSoon = soon(() => outbox.nudge(), NUDGE_AFTER_MS, log);

  const submit = createPoster(db, gathering, () => {
    nudgeSoon();
    foldSoon();
  });

  const answerIn = async (
    tx: Transaction,
    posting: Posting,
    at: Date,
    companions?: Companions,
  ): Promise<Answer> => {
    const [answer] = await postBatch(tx, [itemOf(posting, at, companions)]);
    if (!answer) throw new Error('ledger_post answered nothing');
    foldSoon();
    return answer;
  };

  /** Moves money now, in a transaction shared with other callers of this moment. */
  const post = async (movement: Movement, companions?: Companions): Promise<Posted> => {
    const now = terms();
    const posting = postingOf(movement, now);
    return settle(posting, await submit(itemOf(posting, now.at, companions)));
  };

  /**
   * Moves money in the caller's transaction. Holds its accounts' locks until that ends: call it
   * last, and nudge the outbox after the commit.
   */
  const postIn = async (
    tx: Transaction,
    movement: Movement,
    companions?: Companions,
  ): Promise<Posted> => {
    const now = terms();
    const posting = postingOf(movement, now);
    return settle(posting, await answerIn(tx, posting, now.at, companions));
  };

  /**
   * Takes a top-up or sale back, once; `released` when its share is known to have left what is
   * held, else each part is looked for there first. Throws wallet.insufficient when those who got
   * the money have spent it.
   */
  const reverseIn = async (
    tx: Transaction,
    {
      transferId,
      actorId,
      reason,
      released = false,
    }: { transferId: TransferId; actorId: ProfileId | null; reason: string; released?: boolean },
    companions?: Companions,
  ): Promise<Posted> => {
    const original = await loadTransfer(tx, transferId);
    if (!original || !REVERSIBLE.includes(original.kind))
      throw new Error(`there is no transfer ${transferId} that can be reversed`);
    const now = terms();
    const parts = heldLegs(original.legs).length;
    for (let fromEarnings = released ? parts : 0; ; fromEarnings += 1) {
      const posting = postingOf(
        {
          kind: 'reversal',
          transferId,
          legs: original.legs,
          released: fromEarnings,
          actorId,
          reason,
        },
        now,
      );
      const answer = await answerIn(tx, posting, now.at, companions);
      if (
        answer.outcome !== 'insufficient' ||
        (answer.shortOf !== 'pending' && answer.shortOf !== 'locked') ||
        fromEarnings >= parts
      )
        return settle(posting, answer);
    }
  };

  /**
   * Moves what has waited long enough from pending to earnings; answers how many releases it made.
   */
  const releaseDue = async (): Promise<number> => {
    await fold();
    let total = 0;
    for (;;) {
      const now = terms();
      const due = await loadDueHolds(db, now.at, RELEASE_BATCH);
      const answers = await Promise.all(
        due.map((hold) =>
          submit(
            itemOf(postingOf({ kind: 'release', key: crypto.randomUUID(), ...hold }, now), now.at),
          ),
        ),
      );
      // Another process, or an admin, may have released one first: it is then insufficient and gone
      // from the next look.
      const released = answers.filter(({ outcome }) => outcome === 'posted').length;
      total += released;
      if (released === 0) return total;
    }
  };

  return {
    post,
    postIn,
    reverseIn,
    contestIn: (tx: Transaction, contest: Contest): Promise<Contested | null> =>
      contestIn(tx, { postIn, reverseIn }, contest),
    payDebtIn: (
      tx: Transaction,
      topUp: Pick<Contest, 'chargeId' | 'profileId'>,
    ): Promise<Centavos> => payDebtIn(tx, { postIn, reverseIn }, topUp),
    fold,
    releaseDue,
    ...readings({ db, clock }),
    openAccounts: (tx: Transaction, profileId: ProfileId): Promise<void> =>
      openAccounts(tx, profileId),
  };
};

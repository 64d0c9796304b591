// The limits that fans set for themselves: shown, changed, and checked in the transaction that
// pays.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { exceededLimit, changeLimits, type Limits, limitsAt, undoAt } from './rules.ts';
import { checkVelocity } from '../fraud/index.ts';
import { isPosted, lockWallet } from '../ledger/index.ts';
import { deleteLimits, loadLimits, loadSpent, saveLimits } from './store.ts';

const NONE: Limits = { day: null, month: null };

export const viewLimits = async (
  { db, clock }: Ctx,
  profileId: ProfileId,
): Promise<DataInput<Routes['GET /funds/spend-limits']>> => {
  const now = clock.now();
  const [known, spent] = await Promise.all([
    loadLimits(db, profileId),
    loadSpent(db, profileId, now),
  ]);
  const { day, month } = known ? limitsAt(known.held, known.next, now) : NONE;
  const next =
    known?.next && known.next.at > now ? { ...known.next, at: known.next.at.toISOString() } : null;
  const undo = known ? undoAt(known.undo, now) : null;
  return {
    day: { limit: day, used: spent.day },
    month: { limit: month, used: spent.month },
    next,
    undo: undo && { ...undo, until: undo.until.toISOString() },
  };
};

export const setLimits = (
  { db, clock }: Ctx,
  profileId: ProfileId,
  requested: Limits,
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    await lockWallet(tx, profileId);
    const known = await loadLimits(tx, profileId);
    await saveLimits(
      tx,
      profileId,
      changeLimits(
        known ? limitsAt(known.held, known.next, now) : NONE,
        known?.undo ?? null,
        requested,
        now,
      ),
      now,
    );
  });

export const hasLimits = async ({ db }: Ctx, profileId: ProfileId): Promise<boolean> =>
  (await loadLimits(db, profileId)) !== null;

/**
 * Refuses a payment that would exceed a limit of the payer, and locks their wallet until the
 * caller's transaction ends, so that concurrent payments can't exceed it together. What `ledgerKey`
 * paid before is no new spending. Throws spending.dayLimit and spending.monthLimit before anything
 * is written.
 */
export const checkSpendLimits = async (
  { clock }: Ctx,
  tx: Transaction,
  profileId: ProfileId,
  price: Centavos,
  ledgerKey?: string,
): Promise<void> => {
  const known = await loadLimits(tx, profileId);
  if (!known) return;
  await lockWallet(tx, profileId);
  if (ledgerKey !== undefined && (await isPosted(tx, ledgerKey))) return;
  const now = clock.now();
  const current = (await loadLimits(tx, profileId)) ?? known;
  const exceeded = exceededLimit(
    price,
    limitsAt(current.held, current.next, now),
    await loadSpent(tx, profileId, now),
  );
  if (exceeded)
    throw new AppError(exceeded === 'day' ? 'spending.dayLimit' : 'spending.monthLimit');
};

/** A payment from the wallet: `ledgerKey` as for `checkSpendLimits`. */
export type WalletPayment = {
  payerId: ProfileId;
  producerId: ProfileId;
  price: Centavos;
  ledgerKey?: string;
};

/**
 * Refuses a payment from the wallet that would exceed a limit of the payer, or one of card money
 * between two people; concurrent payments can't exceed either together. Throws spending.dayLimit,
 * spending.monthLimit, fraud.pairAmount, fraud.pairSales and fraud.newPayer before anything is
 * written.
 */
export const checkPayment = async (
  ctx: Ctx,
  tx: Transaction,
  payment: WalletPayment,
): Promise<void> => {
  const { payerId, price, ledgerKey } = payment;
  await checkSpendLimits(ctx, tx, payerId, price, ledgerKey);
  await checkVelocity(ctx, tx, payment);
};

export const exportLimitsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('wallet/spend-limits.json', async () => (await loadLimits(db, profileId)) ?? {}),
];

export const eraseLimitsOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  deleteLimits(db, profileId);

/** What a person may spend now of an amount that they have: their own limits may leave less. */
export const spendable = async (
  { db, clock }: Ctx,
  profileId: ProfileId,
  balance: Centavos,
): Promise<Centavos> => {
  const known = await loadLimits(db, profileId);
  if (!known) return balance;
  const now = clock.now();
  const { day, month } = limitsAt(known.held, known.next, now);
  const spent = await loadSpent(db, profileId, now);
  const left = [
    balance,
    ...(day === null ? [] : [day - spent.day]),
    ...(month === null ? [] : [month - spent.month]),
  ];
  return centavos(Math.max(Math.min(...left), 0));
};

// A payment that went back without a refund of ours (a Pix dispute, a chargeback, a return in the
// gateway's panel), and the debt that it may leave.
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type SaleRow, loadChargeBalance, loadSalesSince, lockBalances } from './dispute-store.ts';
import type { Movement } from '../movements.ts';

/**
 * Money of a charge that went back. `remaining` is what its gateway still holds of it; `returned`,
 * the sum of all returns, is the most that may be taken. `refundRef` is the gateway's reference of
 * the newest return.
 */
export type Dispute = {
  chargeId: ChargeId;
  refundRef: string;
  profileId: ProfileId;
  gateway: string;
  remaining: Centavos;
  returned: Centavos;
};

/**
 * The chargeback and its amount, the sales that were reversed for it, newest first, and the
 * resulting debt.
 */
export type DisputeResult = {
  transferId: TransferId;
  amount: Centavos;
  reversedSales: TransferId[];
  owed: Centavos;
};

export type LedgerWriter = {
  postIn(tx: Transaction, movement: Movement): Promise<{ transferId: TransferId }>;
  reverseIn(
    tx: Transaction,
    reversal: { transferId: TransferId; actorId: null; reason: string },
  ): Promise<unknown>;
};

/** The most sales that one dispute reverses; the rest becomes a debt. */
const SALES_MAX = 200;

/** Returns false when the receivers have spent the money. */
const reverseSale = async (
  tx: Transaction,
  { reverseIn }: LedgerWriter,
  { transferId }: SaleRow,
): Promise<boolean> => {
  try {
    await reverseIn(tx, {
      transferId,
      actorId: null,
      reason: 'the payment behind it was disputed',
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wallet.insufficient') return false;
    throw error;
  }
};

/**
 * Takes back what a profile holds of a charge beyond what its gateway still holds: from the wallet;
 * when that is short, by reversing purchases since, newest first, while their producers still have
 * the money; the rest becomes a debt, which the next top-up pays first. What was taken back before
 * (our own refund, an administrator's reversal, an earlier return) is not taken again. Returns null
 * when there is nothing to take. The caller ends the access that the reversed sales had given.
 */
export const postDisputeIn = async (
  tx: Transaction,
  postings: LedgerWriter,
  { remaining, returned, ...dispute }: Dispute,
): Promise<DisputeResult | null> => {
  await lockBalances(tx, dispute.profileId);
  const { held, locked, chargebacks } = await loadChargeBalance(tx, dispute.chargeId);
  const amount = centavos(Math.min(held - remaining, returned));
  if (amount <= 0) return null;
  const { chargeId, profileId } = dispute;
  if (locked > 0)
    await postings.postIn(tx, {
      kind: 'unlock',
      chargeId,
      profileId,
      amount: locked,
      actorId: null,
    });
  const { wallet } = await lockBalances(tx, profileId);
  const reversedSales: TransferId[] = [];
  let missing = amount - wallet;
  const sales = missing > 0 ? await loadSalesSince(tx, chargeId, profileId, SALES_MAX) : [];
  for (const sale of sales) {
    if (missing <= 0) break;
    if (!(await reverseSale(tx, postings, sale))) continue;
    reversedSales.push(sale.transferId);
    missing -= sale.price;
  }
  const owed = centavos(Math.max(missing, 0));
  const { transferId } = await postings.postIn(tx, {
    kind: 'chargeback',
    ...dispute,
    number: chargebacks + 1,
    taken: centavos(amount - owed),
    owed,
  });
  return { transferId, amount, reversedSales, owed };
};

/**
 * Pays the profile's debt from the top-up that was just credited; returns how much. Once per
 * charge.
 */
export const payDebtIn = async (
  tx: Transaction,
  { postIn }: LedgerWriter,
  { chargeId, profileId }: Pick<Dispute, 'chargeId' | 'profileId'>,
): Promise<Centavos> => {
  const { wallet, owed } = await lockBalances(tx, profileId);
  const amount = centavos(Math.min(wallet, owed));
  if (amount === ZERO_CENTAVOS) return amount;
  await postIn(tx, { kind: 'debtPayment', from: { chargeId }, profileId, amount });
  return amount;
};

/**
 * Pays the profile's debt from its earnings, before a payout of them; returns how much. Once per
 * payout.
 */
export const payDebtFromEarningsIn = async (
  tx: Transaction,
  { postIn }: LedgerWriter,
  {
    payoutId,
    profileId,
    available,
  }: { payoutId: string; profileId: ProfileId; available: Centavos },
): Promise<Centavos> => {
  const { owed } = await lockBalances(tx, profileId);
  const amount = centavos(Math.min(available, owed));
  if (amount <= 0) return ZERO_CENTAVOS;
  await postIn(tx, { kind: 'debtPayment', from: { payoutId }, profileId, amount });
  return amount;
};

// Limits of card money that one person pays one producer, checked in the transaction that pays.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { afterEnd, type Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { cardMoneySince, isPosted, lockWallet } from '../ledger/index.ts';
import { countedSince, openAlert } from './alerts.ts';
import { isNewPayer, type TrippedRule, trippedBy, WEEK_HOURS } from './rules.ts';
import {
  cardPayerSince,
  cardReviewFrom,
  hasNewPayer,
  insertNewPayer,
  newPayersSince,
  pairSales,
} from './velocity-store.ts';

export type Payment = {
  payerId: ProfileId;
  producerId: ProfileId;
  /** Centavos. */
  price: number;
  /** What this key of the ledger paid before is no new payment. */
  ledgerKey?: string | undefined;
};

const CODES = {
  pairDay: 'fraud.pairAmount',
  pairWeek: 'fraud.pairAmount',
  pairSales: 'fraud.pairSales',
  newPayer: 'fraud.newPayer',
} as const;

/**
 * Counts the new accounts with card money that pay a producer. It refuses no payment, because the
 * producer answers for none of them: from the limit on their cash-outs wait for an administrator.
 */
const countNewPayer = async (
  ctx: Ctx,
  tx: Transaction,
  { payerId, producerId }: Payment,
): Promise<void> => {
  const limit = ctx.fraudSettings.current().NEW_PAYERS_MAX;
  if (limit === 0 || (await hasNewPayer(tx, producerId, payerId))) return;
  const now = ctx.clock.now();
  if (!(await insertNewPayer(tx, producerId, payerId, now))) return;
  const subject = `producer:${producerId}`;
  const since = await countedSince(tx, subject, new Date(now.getTime() - 7 * DAY_MS));
  const payers = await newPayersSince(tx, producerId, since);
  if (payers.length < limit) return;
  await openAlert(ctx, tx, {
    rule: 'newPayers',
    subject,
    aboutId: producerId,
    producerId: null,
    evidence: {
      counted: payers.length,
      limit,
      unit: 'count',
      hours: WEEK_HOURS,
      times: payers.map(({ at }) => at),
      people: payers.map(({ payerId: id }) => id),
    },
  });
};

const openPairAlert = (
  ctx: Ctx,
  { payerId, producerId }: Payment,
  { rule, counted, limit, unit, hours, sales }: TrippedRule,
): Promise<void> =>
  openAlert(ctx, ctx.db, {
    rule,
    subject: `pair:${payerId}/${producerId}`,
    aboutId: payerId,
    producerId,
    evidence: {
      counted,
      limit,
      unit,
      hours,
      times: sales.map(({ at }) => at),
      people: [payerId],
      sales,
    },
  });

const DAY_HOURS = 24;

/**
 * Opens an alert about the card sales of a pair that the producer's rules have reviewed, those of
 * the last day; until it is decided the producer's cash-outs wait.
 */
export const reviewCardSale = async (
  ctx: Ctx,
  { payerId, producerId }: Pick<Payment, 'payerId' | 'producerId'>,
): Promise<void> => {
  const limit = await cardReviewFrom(ctx.db, producerId);
  if (limit === null) return;
  const subject = `cards:${payerId}/${producerId}`;
  const dayAgo = new Date(ctx.clock.now().getTime() - DAY_MS);
  const since = await countedSince(ctx.db, subject, dayAgo);
  const sales = (await pairSales(ctx.db, payerId, producerId, since)).filter(
    ({ amount }) => amount >= limit,
  );
  if (sales.length === 0) return;
  await openAlert(ctx, ctx.db, {
    rule: 'cardReview',
    subject,
    aboutId: payerId,
    producerId,
    evidence: {
      counted: Math.max(...sales.map(({ amount }) => amount)),
      limit,
      unit: 'centavos',
      hours: DAY_HOURS,
      times: sales.map(({ at }) => at),
      people: [payerId],
      sales,
    },
  });
};

/**
 * Refuses a payment that would pass a limit of card money between two people, before anything is
 * written, and opens an alert after the caller's transaction. Locks the payer's wallet until its
 * end, so that concurrent payments can't pass a limit together. A payment that the producer's rules
 * have reviewed is made, and opens an alert. Money that no card of the last
 * HOLD_DAYS_CARD days brought has no limit. Throws fraud.pairAmount, fraud.pairSales and
 * fraud.newPayer with the hours until the next attempt.
 */
export const checkVelocity = async (ctx: Ctx, tx: Transaction, payment: Payment): Promise<void> => {
  const { payerId, producerId, price, ledgerKey } = payment;
  const now = ctx.clock.now();
  const settings = ctx.fraudSettings.current();
  const createdAt = await cardPayerSince(tx, payerId, cardMoneySince(ctx));
  if (!createdAt) return;
  await lockWallet(tx, payerId);
  if (ledgerKey !== undefined && (await isPosted(tx, ledgerKey))) return;
  const since = await countedSince(
    tx,
    `pair:${payerId}/${producerId}`,
    new Date(now.getTime() - WEEK_HOURS * HOUR_MS),
  );
  const sales = await pairSales(tx, payerId, producerId, since);
  const tripped = trippedBy({ accountCreatedAt: createdAt, sales }, price, settings, now);
  if (tripped) {
    afterEnd(tx, () => openPairAlert(ctx, payment, tripped));
    throw new AppError(CODES[tripped.rule], {
      size: tripped.retryHours,
      retryAfterSeconds: (tripped.retryHours * HOUR_MS) / 1000,
    });
  }
  if (isNewPayer(createdAt, settings, now)) await countNewPayer(ctx, tx, payment);
  const reviewFrom = await cardReviewFrom(tx, producerId);
  // The sale is posted later in this transaction, and is the evidence.
  if (reviewFrom !== null && price >= reviewFrom)
    await ctx.jobs.enqueue(tx, 'fraud.reviewCardSale', { payerId, producerId });
};

// Requests a cash-out: it is recorded and the money leaves the earnings in one transaction, so that
// it can't be requested twice.
import type { CashOutId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { recordAct } from '../../../platform/audit/audit.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import { lockAccount, openBankDetails, shortName } from '../../banks/index.ts';
import { payoutStateOf, reviewsFirst } from './reserve/reserve.ts';
import { type CashOutWait, ignoresAmount, waitsWhatever } from './reserve/rules.ts';
import type { CashOutRequest } from './policy.ts';
import { dayOf } from '../../../platform/clock/days.ts';
import { nextPollAt, secondPersonFrom, waitsFrom, waitsFromNow } from './rules.ts';
import { type CashOut, findCashOut, insertCashOut, lockUsed } from './store.ts';

/** The context that a cash-out's destination is sealed for. */
export const destinationSealContext = (id: CashOutId): string => `cash_outs/${id}`;

/**
 * Takes the money from the earnings and records its destination. Throws cashOut.noAccount,
 * cashOut.accountTooNew, cashOut.dayLimit, cashOut.monthLimit, cashOut.kept, cashOut.owing and
 * cashOut.noBalance; nothing has changed then. A debt is paid from the earnings first.
 */
export const requestCashOut = async (
  ctx: Ctx,
  cashOutRequest: Allowed<CashOutRequest>,
  key: string,
): Promise<CashOut> => {
  const { profileId, value, bankAccountId } = cashOutRequest;
  const request = { value, bankAccountId };
  const { id } = await once(
    ctx.db,
    { profileId, key, route: 'POST /funds/cash-outs', request, now: ctx.clock.now() },
    (tx) => insertRequest(ctx, tx, cashOutRequest),
  );
  const cashOut = await findCashOut(ctx.db, id);
  if (!cashOut) throw new Error(`cash-out ${id} is gone`);
  return cashOut;
};

const insertRequest = async (
  ctx: Ctx,
  tx: Transaction,
  { profileId, value, bankAccountId, decidedByAdmin, askedBy }: CashOutRequest,
): Promise<{ id: CashOutId }> => {
  const { config, clock, seal, jobs, ledger } = ctx;
  const now = clock.now();
  const day = dayOf(now);
  const used = await lockUsed(tx, profileId, day);
  if (used.day + value > config.CASH_OUT_DAY_CENTAVOS) throw new AppError('cashOut.dayLimit');
  if (used.month + value > config.CASH_OUT_MONTH_CENTAVOS) throw new AppError('cashOut.monthLimit');
  const account = await lockAccount(tx, profileId, bankAccountId);
  if (!account) throw new AppError('cashOut.noAccount');
  if (account.payableAt > now) throw new AppError('cashOut.accountTooNew');
  const holding = openBankDetails(ctx, account);
  const id = newId() as CashOutId;
  const { rules, record, retained, available } = await payoutStateOf(ctx, tx, profileId);
  if (value <= available && value > available - retained.total) throw new AppError('cashOut.kept');
  const owed = await ledger.debtIn(tx, profileId);
  if (value <= available && value > available - owed) throw new AppError('cashOut.owing');
  const from = ignoresAmount(rules) ? secondPersonFrom(config) : waitsFrom(config);
  const waitsFor: CashOutWait[] = [
    ...(decidedByAdmin ? (['restricted'] as const) : []),
    ...(value >= (waitsFromNow(from, used) ?? Infinity) ? (['amount'] as const) : []),
    ...waitsWhatever(rules, record, { firstReview: reviewsFirst(ctx) }),
  ];
  const status = waitsFor.length > 0 ? 'requested' : 'approved';
  await insertCashOut(tx, {
    id,
    profileId,
    status,
    waitsFor: status === 'requested' ? waitsFor : null,
    amount: value,
    fee: centavos(config.CASH_OUT_FEE_CENTAVOS),
    sealed: seal.seal(destinationSealContext(id), holding),
    destination: shortName(holding.destination),
    provider: 'pix',
    createdAt: now,
    day,
    nextCheckAt: nextPollAt({ status, createdAt: now, finishedAt: null }, now),
  });
  if (askedBy)
    await recordAct(tx, {
      ...askedBy,
      action: 'cashOut.asked',
      profileId,
      subjectId: id,
      now,
    });
  if (status === 'approved') await jobs.enqueue(tx, 'funds.sendCashOut', { cashOutId: id });
  try {
    await ledger.payDebtFromEarningsIn(tx, {
      payoutId: id,
      profileId,
      available: centavos(available),
    });
    await ledger.postIn(tx, { kind: 'payout', payoutId: id, profileId, amount: value });
  } catch (error) {
    throw error instanceof AppError && error.code === 'wallet.insufficient'
      ? new AppError('cashOut.noBalance')
      : error;
  }
  return { id };
};

// Who may cash out, and who decides on a requested cash-out.
import type { BankAccountId, CashOutId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { AdminViewer, EarnerViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { type CashOut, findCashOut } from './store.ts';

export type CashOutRequest = {
  profileId: ProfileId;
  value: Centavos;
  bankAccountId: BankAccountId | null;
  /**
   * An administrator decides on it whatever its amount: for a suspended producer, whose money may
   * be in question.
   */
  decidedByAdmin: boolean;
  /** The administrator who asks for a person that can't log in. */
  askedBy?: { adminId: ProfileId; reason: string };
};

const requirePayable = ({ config, payments }: Ctx, value: Centavos): void => {
  if (!payments.pix?.payouts) throw new AppError('cashOut.unavailable');
  if (value < config.CASH_OUT_MIN_CENTAVOS)
    throw fieldError('value', 'validate.minValue', { min: config.CASH_OUT_MIN_CENTAVOS / 100 });
};

/**
 * The route guard checked the role. Throws validate.minValue, and cashOut.unavailable where no
 * gateway sends payouts.
 */
export const canCashOut = (
  ctx: Ctx,
  { profileId, producer }: EarnerViewer,
  { value, bankAccountId }: { value: Centavos; bankAccountId?: BankAccountId | undefined },
): Allowed<CashOutRequest> => {
  requirePayable(ctx, value);
  return allow({
    profileId,
    value,
    bankAccountId: bankAccountId ?? null,
    decidedByAdmin: !producer,
  });
};

/**
 * For a blocked person: their earnings stay payable. Throws user.notBlocked, because everyone else
 * asks for themself, decision.own, validate.minValue and cashOut.unavailable.
 */
export const canCashOutFor = async (
  ctx: Ctx,
  viewer: AdminViewer,
  { profileId, value, reason }: { profileId: ProfileId; value: Centavos; reason: string },
): Promise<Allowed<CashOutRequest>> => {
  refuseOwnDecision(viewer.profileId, profileId);
  if (!(await ctx.accounts.isBlocked(ctx.db, profileId))) throw new AppError('user.notBlocked');
  requirePayable(ctx, value);
  return allow({
    profileId,
    value,
    bankAccountId: null,
    decidedByAdmin: true,
    askedBy: { adminId: viewer.profileId, reason },
  });
};

export type CashOutDecision = { adminId: ProfileId; cashOut: CashOut };

/**
 * The route guard checked the role. Throws cashOut.notFound, cashOut.alreadyDecided and
 * decision.own.
 */
export const canDecide = async (
  { db }: Ctx,
  viewer: AdminViewer,
  id: CashOutId,
): Promise<Allowed<CashOutDecision>> => {
  const cashOut = await findCashOut(db, id);
  if (!cashOut) throw new AppError('cashOut.notFound');
  if (cashOut.status !== 'requested') throw new AppError('cashOut.alreadyDecided');
  refuseOwnDecision(viewer.profileId, cashOut.profileId);
  return allow({ adminId: viewer.profileId, cashOut });
};

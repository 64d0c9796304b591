// Changes of the hold and reserve on a producer's earnings: recorded, with a second person where
// much money would be released.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../../context.ts';
import type { Services } from '../../../../feature.ts';
import { recordAct } from '../../../../platform/audit/audit.ts';
import {
  hasSecondPerson,
  refuseOwnDecision,
  takesTwo,
} from '../../../../platform/audit/second-person.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../../platform/http/viewer.ts';
import { notifyDecided } from '../../../decisions/index.ts';
import { viewProposals } from '../../earnings/proposals.ts';
import { type PayoutState, payoutStateOf, presentRetained, reviewsFirst } from './reserve.ts';
import { isHoldEnd, isSameHold, type PayoutRules, releasedBy } from './rules.ts';
import { lockPayouts } from '../store.ts';
import { loadRecord, loadRules, saveRules } from './store.ts';

type View = DataInput<Routes['GET /dsb/payout-rules/{producerId}']>;
type Change = BodyOf<Routes['PUT /dsb/payout-rules/{producerId}']>;
export type PayoutManager = { adminId: ProfileId; producerId: ProfileId };

/** Throws profile.notFound for a profile that earns nothing. */
export const canManage = async (
  { db }: Ctx,
  viewer: AdminViewer,
  producerId: ProfileId,
): Promise<Allowed<PayoutManager>> => {
  if (!(await loadRecord(db, producerId))) throw new AppError('profile.notFound');
  return allow({ adminId: viewer.profileId, producerId });
};

export const viewRules = async (
  ctx: Ctx,
  { adminId, producerId }: Allowed<PayoutManager>,
  waitsForSecond = false,
): Promise<View> => {
  const state = await payoutStateOf(ctx, ctx.db, producerId);
  const { rules, record, retained } = state;
  const proposals = await viewProposals<View['rules']>(ctx, adminId, subjectOf(producerId));
  return {
    rules: presentRules(rules),
    kept: presentRetained(retained),
    available: centavos(state.available),
    pending: centavos(record.pending),
    evidence: {
      approvedAt: record.approvedAt?.toISOString() ?? null,
      paidOut: record.paidOut,
      earned: centavos(Math.max(0, record.earned)),
      returned: centavos(state.returned),
      usualReserve: state.usualReserve,
      firstReview: reviewsFirst(ctx) && record.paidOut === 0,
    },
    changedAt: state.changedAt?.toISOString() ?? null,
    waitsForSecond,
    // What was proposed before card sales were reviewed has no amount for that.
    proposals: proposals.map(({ value, ...proposal }) => ({
      ...proposal,
      rules: { ...value, cardReviewFrom: value.cardReviewFrom ?? null },
    })),
  };
};

/** The end of the hold that is in force on these earnings; null without one. */
export const holdOf = async (
  { clock }: Pick<Ctx, 'clock'>,
  db: Database,
  producerId: ProfileId,
): Promise<Date | null> => {
  const { hold } = (await loadRules(db, producerId)).rules;
  return hold && hold.until > clock.now() ? hold.until : null;
};

/**
 * In the caller's transaction: the hold ends because its producer contested it, and another person
 * than the one who placed it agreed. False: it is proposed, because so much takes a second person,
 * who agrees as to any change of the rules.
 */
export const overturnHold = async (
  ctx: Ctx,
  tx: Transaction,
  { reason, ...manager }: PayoutManager & { reason: string },
): Promise<boolean> => {
  await lockPayouts(tx, manager.producerId);
  const before = await payoutStateOf(ctx, tx, manager.producerId);
  if (!before.retained.hold) return true;
  return storeRules(ctx, tx, manager, {
    before,
    after: { ...before.rules, hold: null },
    note: reason,
    now: ctx.clock.now(),
  });
};

/**
 * The producer reads why, and may contest it: by the id of the act that is recorded for it, at the
 * same instant as the change, so that who agreed to the change is known as a decider of the hold.
 */
const stateHold = async (
  ctx: Ctx,
  tx: Transaction,
  { adminId, producerId }: PayoutManager,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  const act = {
    profileId: producerId,
    action: 'payoutRules.held',
    subjectId: newId(),
    reason,
  } as const;
  await recordAct(tx, { ...act, adminId, now });
  await notifyDecided(ctx, tx, act);
};

const subjectOf = (producerId: ProfileId): string => `payoutRules/${producerId}`;

const presentRules = ({
  hold,
  reservePercent,
  review,
  cardReviewFrom,
}: PayoutRules): View['rules'] => ({
  hold: hold && { amount: hold.amount, reason: hold.reason, until: hold.until.toISOString() },
  reservePercent,
  review,
  cardReviewFrom,
});

/** For the log; the pages of it show these words in the reader's language. */
const wordsOf = ({ hold, reservePercent, review, cardReviewFrom }: PayoutRules): string =>
  [
    hold ? `hold ${hold.amount} until ${hold.until.toISOString()} (${hold.reason})` : 'no hold',
    `reserve ${reservePercent === null ? 'usual' : `${reservePercent} %`}`,
    `review ${review}`,
    cardReviewFrom === null ? 'no card review' : `card review from ${cardReviewFrom}`,
  ].join(', ');

/**
 * Stores the rules, while cash-outs of the producer are locked. False: they release so much that
 * they wait for a second person who wants the same.
 */
const storeRules = async (
  ctx: Ctx,
  tx: Transaction,
  { adminId, producerId }: PayoutManager,
  {
    before,
    after,
    note,
    now,
  }: { before: PayoutState; after: PayoutRules; note: string; now: Date },
): Promise<boolean> => {
  const { retained } = await payoutStateOf(ctx, tx, producerId, after);
  // An ended hold retains nothing.
  const inForce = { ...before.rules, hold: before.retained.hold };
  const released = releasedBy(inForce, after, {
    retainedBefore: before.retained.total,
    retainedAfter: retained.total,
    available: before.available,
  });
  const reason = `${wordsOf(before.rules)} -> ${wordsOf(after)}: ${note}`;
  const act = { adminId, profileId: producerId, subjectId: subjectOf(producerId), reason, now };
  if (released > 0 && takesTwo(ctx.config, released)) {
    const enough = await hasSecondPerson(tx, ctx.config, {
      ...act,
      action: 'payoutRules.agreed',
      right: 'money.decide',
      value: presentRules(after),
      note,
    });
    if (!enough) return false;
  }
  await saveRules(tx, producerId, after, now);
  await recordAct(tx, { ...act, action: 'payoutRules.changed' });
  return true;
};

/**
 * Takes effect for cash-outs from now on. Throws decision.own, and validate.invalid for the end of
 * a hold that is over or too far.
 */
export const changeRules = async (
  ctx: Ctx,
  appealTookEffect: Services['appealTookEffect'],
  manager: Allowed<PayoutManager>,
  { note, hold, reservePercent, review, cardReviewFrom }: Change,
): Promise<View> => {
  const { adminId, producerId } = manager;
  refuseOwnDecision(adminId, producerId);
  const now = ctx.clock.now();
  const after: PayoutRules = {
    hold: hold && { amount: hold.amount, reason: hold.reason, until: new Date(hold.until) },
    reservePercent,
    review,
    cardReviewFrom,
  };
  if (after.hold && !isHoldEnd(after.hold.until, now))
    throw fieldError('hold.until', 'validate.invalid');
  const stored = await transaction(ctx.db, async (tx) => {
    await lockPayouts(tx, producerId);
    const before = await payoutStateOf(ctx, tx, producerId);
    if (!(await storeRules(ctx, tx, manager, { before, after, note, now }))) return false;
    if (!after.hold)
      await appealTookEffect(tx, { profileId: producerId, action: 'payoutRules.held' });
    if (after.hold && !isSameHold(after.hold, before.retained.hold))
      await stateHold(ctx, tx, manager, { reason: after.hold.reason, now });
    return true;
  });
  return viewRules(ctx, manager, !stored);
};

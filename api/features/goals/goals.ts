// Opening, filling and deleting goals.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { GoalId, ProfileId, TransferId } from '@camarim/contract/ids';
import { GOALS_OPEN_MAX } from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { notify } from '../notifications/index.ts';
import type { GoalOwner } from './policy.ts';
import {
  type GoalRow,
  addToGoal,
  goalTips,
  listGoals,
  insertGoal,
  loadGoal,
  markAllDeleted,
  markGoalDeleted,
} from './store.ts';

/** Throws goal.tooMany. */
export const openGoal = async (
  ctx: Ctx,
  { producerId }: Allowed<GoalOwner>,
  request: { title: string; value: Centavos },
  key: string | null,
): Promise<GoalRow> => {
  const now = ctx.clock.now();
  const id = await once(
    ctx.db,
    { profileId: producerId, key, route: 'POST /goals', request, now },
    async (tx) => {
      const goal = await insertGoal(
        tx,
        { id: newId() as GoalId, producerId, ...request, now },
        GOALS_OPEN_MAX,
      );
      if (!goal) throw new AppError('goal.tooMany', { max: GOALS_OPEN_MAX });
      return goal.id;
    },
  );
  const goal = await loadGoal(ctx.db, id);
  if (!goal) throw new AppError('goal.notFound');
  return goal;
};

/** `justReached`: by this tip. */
export type FilledGoal = GoalRow & { justReached: boolean };

/**
 * Adds a tip in the transaction that pays it; publishes the new balance, in the show where it was
 * given, too, and notifies the producer when the goal is reached. Returns the goal after the tip.
 */
export const fillGoal = async (
  ctx: Ctx,
  tx: Transaction,
  goalId: GoalId,
  { amount, fromId }: { amount: Centavos; fromId: ProfileId },
  liveId?: LiveId,
): Promise<FilledGoal> => {
  const goal = await addToGoal(tx, goalId, amount, ctx.clock.now());
  const { producerId, balance, value, justReached } = goal;
  await ctx.outbox.publish(tx, {
    event: 'goals',
    topics: [
      topicKey('member', producerId),
      topicKey('profile', producerId),
      ...(liveId ? [topicKey('live', liveId)] : []),
    ],
    payload: { profileId: producerId, goalId, balance, value },
  });
  if (justReached)
    await notify(ctx, tx, {
      profileId: producerId,
      type: 'goalReached',
      fromProfileId: fromId,
      amount: value,
    });
  return goal;
};

/** Takes a reversed tip out of its goal; `reachedAt` stays. */
const takeFromGoal = async (
  ctx: Ctx,
  tx: Transaction,
  goalId: GoalId,
  amount: Centavos,
): Promise<void> => {
  const { producerId, balance, value } = await addToGoal(
    tx,
    goalId,
    centavos(-amount),
    ctx.clock.now(),
  );
  await ctx.outbox.publish(tx, {
    event: 'goals',
    topics: [topicKey('member', producerId), topicKey('profile', producerId)],
    payload: { profileId: producerId, goalId, balance, value },
  });
};

/** Takes the tips among these transfers, which are being reversed, out of their goals. */
export const takeTipsFromGoals = async (
  ctx: Ctx,
  tx: Transaction,
  transferIds: readonly TransferId[],
): Promise<void> => {
  for (const { goalId, amount } of await goalTips(tx, transferIds))
    await takeFromGoal(ctx, tx, goalId, amount);
};

export const closeGoal = ({ db, clock }: Ctx, { id }: Allowed<GoalRow>): Promise<void> =>
  markGoalDeleted(db, id, clock.now());

/** Deletes all goals of a producer whose account is removed. May run twice. */
export const eraseGoalsOf = ({ db, clock }: Ctx, producerId: ProfileId): Promise<void> =>
  markAllDeleted(db, producerId, clock.now());

/** The goals of a producer that were not deleted, newest first. */
export const openGoals = (db: Ctx['db'], producerId: ProfileId): Promise<GoalRow[]> =>
  listGoals(db, producerId, { limit: GOALS_OPEN_MAX, offset: 0 });

// Routes of /goals.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { closeGoal, openGoal } from './goals.ts';
import { canOpenGoal, ownGoal, visibleOwner } from './policy.ts';
import { type GoalRow, listGoals } from './store.ts';

const present = ({
  id,
  producerId,
  title,
  value,
  balance,
  reachedAt,
  createdAt,
}: GoalRow): DataInput<Routes['POST /goals']> => ({
  id,
  profileId: producerId,
  type: 'goal',
  title,
  value,
  balance,
  reachedAt: reachedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

export const goalsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /goals': async ({ viewer, query: { profileId, limit, offset }, context }) => {
      const ownerId = profileId ?? viewer?.profileId;
      if (!ownerId) throw new AppError('profile.notFound');
      const goals = await listGoals(ctx.db, await visibleOwner(ctx, ownerId, context.requester), {
        limit,
        offset,
      });
      return { data: goals.map(present), limit, offset };
    },
    'POST /goals': async ({ viewer, body, context }) => ({
      data: present(await openGoal(ctx, canOpenGoal(viewer), body, context.idempotencyKey)),
    }),
    'DELETE /goals/{goalId}': async ({ viewer, params }) => {
      await closeGoal(ctx, await ownGoal(ctx, params.goalId, viewer));
      return { data: null };
    },
  });

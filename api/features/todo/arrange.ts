// What people of the team arrange about an item: claim, release, assign, put off. Each is recorded;
// the decision itself is made where the item belongs, and refused while another person holds it
// (platform/audit).
import { SNOOZE_DAYS_MAX } from '@camarim/contract/features/todo/items';
import { CLAIM_MINUTES } from '@camarim/contract/features/todo/kinds';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import type { Services } from '../../feature.ts';
import { type AdminAction, claimItem, recordAct, releaseItem } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { momentIn } from '../reports/index.ts';
import type { WorkItemHolder } from './policy.ts';
import { assignItem, findItem, isAssignable, type ItemRow, snoozeItem } from './store.ts';
import { presentItems, type TodoItem } from './view-todo.ts';

type Arrangement = {
  action: Extract<AdminAction, `todo.${string}`>;
  reason?: string;
  /** Throws what refuses it. */
  change: (tx: Transaction, now: Date, found: ItemRow) => Promise<void>;
};

/**
 * Throws todo.notFound when the case does not wait any more, and decision.own; then nothing has
 * changed.
 */
const arrange = async (
  ctx: Ctx,
  { openWork }: Services,
  holder: Allowed<WorkItemHolder>,
  { action, reason, change }: Arrangement,
): Promise<TodoItem> => {
  const { adminId, kind, id } = holder;
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const found = await findItem(tx, openWork, holder, now);
    if (!found) throw new AppError('todo.notFound');
    // A claim or a delay would keep others from what is their own.
    for (const person of [found.about, ...(found.parties ?? [])])
      refuseOwnDecision(adminId, person);
    await change(tx, now, found);
    await recordAct(tx, {
      adminId,
      action,
      profileId: null,
      // Not the id alone: an act with it would end agreements of a first administrator.
      subjectId: `${kind}/${id}`,
      ...(reason !== undefined && { reason }),
      now,
    });
  });
  const row = await findItem(ctx.db, openWork, holder, now);
  const [item] = row ? await presentItems(ctx, [row], adminId) : [];
  if (!item) throw new AppError('todo.notFound');
  return item;
};

/** Throws todo.notFound, and decision.claimed while another person holds it. */
export const claimWork = (
  ctx: Ctx,
  services: Services,
  holder: Allowed<WorkItemHolder>,
): Promise<TodoItem> =>
  arrange(ctx, services, holder, {
    action: 'todo.claimed',
    change: async (tx, now) => {
      const until = new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS);
      if (!(await claimItem(tx, holder, { adminId: holder.adminId, until, now })))
        throw new AppError('decision.claimed');
    },
  });

/** Without a claim of this person nothing changes. Throws todo.notFound. */
export const releaseWork = (
  ctx: Ctx,
  services: Services,
  holder: Allowed<WorkItemHolder>,
): Promise<TodoItem> =>
  arrange(ctx, services, holder, {
    action: 'todo.released',
    change: async (tx, now) => {
      await releaseItem(tx, holder, { adminId: holder.adminId, now });
    },
  });

/** Throws todo.notFound, and todo.notAssignable for a person who may not decide it. */
export const assignWork = (
  ctx: Ctx,
  services: Services,
  holder: Allowed<WorkItemHolder>,
  assignee: ProfileId | null,
): Promise<TodoItem> =>
  arrange(ctx, services, holder, {
    action: 'todo.assigned',
    reason: assignee ?? '',
    change: async (tx, now) => {
      if (assignee !== null && !(await isAssignable(tx, holder.kind, assignee)))
        throw new AppError('todo.notAssignable');
      await assignItem(tx, holder, { assignee, now });
    },
  });

/**
 * Throws todo.notFound, decision.claimed, validate.invalid for a time that is over or too far, and
 * todo.beyondDeadline for one after the deadline of the case itself.
 */
export const snoozeWork = (
  ctx: Ctx,
  services: Services,
  holder: Allowed<WorkItemHolder>,
  { until, locale }: { until: Date | null; locale: Locale },
): Promise<TodoItem> => {
  const aheadMs = until === null ? 1 : until.getTime() - ctx.clock.now().getTime();
  if (aheadMs <= 0 || aheadMs > SNOOZE_DAYS_MAX * DAY_MS)
    throw fieldError('until', 'validate.invalid');
  return arrange(ctx, services, holder, {
    action: 'todo.snoozed',
    reason: until?.toISOString() ?? '',
    change: async (tx, now, { due, has_deadline: hasDeadline }) => {
      if (until !== null && hasDeadline && until > due)
        throw fieldError('until', 'todo.beyondDeadline', { name: momentIn(locale, due) });
      if (!(await snoozeItem(tx, holder, { adminId: holder.adminId, until, now })))
        throw new AppError('decision.claimed');
    },
  });
};

// The settings of review: versions that are never changed.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { currentSettings } from './submit-for-review.ts';
import type { ContentReviewer } from './policy.ts';
import { builtInSettings } from './rules.ts';
import { insertSettings, listSettings } from './store.ts';

const HISTORY = 20;

export const viewSettings = async (
  ctx: Ctx,
): Promise<DataInput<Routes['GET /dsb/review-settings']>> => {
  const [current, history] = await Promise.all([
    currentSettings(ctx, ctx.db),
    listSettings(ctx.db, { limit: HISTORY, builtIn: builtInSettings(ctx.config.production) }),
  ]);
  return {
    version: current.version,
    settings: current.settings,
    history: history.map((row) => ({
      version: row.version,
      settings: row.settings,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      changedBy: row.changed_by,
    })),
  };
};

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

/** Throws review.settingsChanged when another person has changed them since `version`. */
export const changeSettings = async (
  ctx: Ctx,
  { adminId }: Allowed<ContentReviewer>,
  { version, settings, reason }: BodyOf<Routes['PUT /dsb/review-settings']>,
): Promise<number> => {
  const next = version + 1;
  const now = ctx.clock.now();
  try {
    await transaction(ctx.db, async (tx) => {
      if ((await currentSettings(ctx, tx)).version !== version)
        throw new AppError('review.settingsChanged');
      await insertSettings(tx, { version: next, settings, changed_by: adminId, reason, now });
      await recordAct(tx, {
        adminId,
        action: 'review.settingsChanged',
        profileId: null,
        subjectId: `reviewSettings/${next}`,
        reason,
        now,
      });
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('review.settingsChanged') : error;
  }
  return next;
};

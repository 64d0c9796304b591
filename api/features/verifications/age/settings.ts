// The age rules of countries and states, which administrators set: versions that are never changed.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { type AgeRule, completeRule } from '../../../platform/age/rules.ts';
import { insertSettings, listSettings } from '../../../platform/age/store.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Reviewer } from '../policy.ts';

const presentRule = (rule: AgeRule) => ({
  ...rule,
  methods: rule.methods === null ? null : [...rule.methods],
});

export const viewSettings = async (
  ctx: Ctx,
  limit: number,
): Promise<DataInput<Routes['GET /dsb/age-settings']>> => {
  const [{ version, rules }, history] = await Promise.all([
    ctx.age.settings(),
    listSettings(ctx.db, limit),
  ]);
  return {
    version,
    rules: rules.map(presentRule),
    history: history.map((row) => ({
      version: row.version,
      changedBy: row.changed_by,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      rules: row.rules.map(completeRule).map(presentRule),
    })),
  };
};

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

/**
 * Stores a new version. Throws age.settingsChanged when another administrator has changed the rules
 * since `version`.
 */
export const changeSettings = async (
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  { version, rules, reason }: BodyOf<Routes['PUT /dsb/age-settings']>,
): Promise<number> => {
  const next = version + 1;
  const now = ctx.clock.now();
  try {
    await transaction(ctx.db, async (tx) => {
      const [newest] = await listSettings(tx, 1);
      if ((newest?.version ?? 0) !== version) throw new AppError('age.settingsChanged');
      await insertSettings(tx, { version: next, rules, changedBy: adminId, reason, now });
      await recordAct(tx, {
        adminId,
        action: 'age.settingsChanged',
        profileId: null,
        subjectId: String(next),
        reason,
        now,
      });
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('age.settingsChanged') : error;
  }
  return next;
};

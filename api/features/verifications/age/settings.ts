// The age rules of countries and states, which administrators set: versions that are never changed.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { AGE_FIGURES_MAX } from '@camarim/contract/features/verifications/age';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../context.ts';
import { type AgeRule, completeRule } from '../../../platform/age/rules.ts';
import { insertSettings, listSettings, type SettingsRow } from '../../../platform/age/store.ts';
import { listFigures } from '../../../platform/age/counts.ts';
import { dayOf } from '../../../platform/clock/days.ts';
import { viewAnchors } from './anchors.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { type ProfileSummary, summarise } from '../../profiles/index.ts';
import type { Reviewer } from '../policy.ts';

const presentRule = (rule: AgeRule) => ({
  ...rule,
  methods: rule.methods === null ? null : [...rule.methods],
});

const FIGURE_DAYS = 30;

const presentHistory = (row: SettingsRow, people: ReadonlyMap<ProfileId, ProfileSummary>) => ({
  version: row.version,
  changedBy: people.get(row.changed_by) ?? null,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  rules: row.rules.map(completeRule).map(presentRule),
});

export const viewSettings = async (
  ctx: Ctx,
  limit: number,
): Promise<DataInput<Routes['GET /dsb/age-settings']>> => {
  const since = dayOf(new Date(ctx.clock.now().getTime() - FIGURE_DAYS * DAY_MS));
  const [inUse, history, verifiers, closed, issuers, figures] = await Promise.all([
    ctx.age.settings(),
    listSettings(ctx.db, limit),
    ctx.age.verifiers(),
    ctx.age.closedRules(),
    viewAnchors(ctx),
    listFigures(ctx, since, AGE_FIGURES_MAX),
  ]);
  // The gate reads its rules every few seconds; who has just changed them sees the new ones.
  const { version, rules } = history[0] ?? inUse;
  const people = await summarise(ctx, [...new Set(history.map((row) => row.changed_by))]);
  return {
    version,
    rules: rules.map(completeRule).map(presentRule),
    verifiers,
    closed: closed.map(({ country, state }) => ({ country, state })),
    issuers: issuers.map((issuer) => ({ ...issuer, expiresAt: issuer.expiresAt.toISOString() })),
    figures,
    history: history.map((row) => presentHistory(row, people)),
  };
};

/** In production, at every start: what the operator has to know before visitors do. */
export const warnOfClosedPlaces = async ({
  age,
  config,
  log,
}: Pick<Ctx, 'age' | 'config' | 'log'>): Promise<void> => {
  const closed = config.production ? await age.closedRules() : [];
  if (closed.length === 0) return;
  log.warn(
    { places: closed.map(({ country, state }) => (state ? `${country}-${state}` : country)) },
    'these places require a proof of age that no verifier can give, so that visitors from there see nothing: trust issuers of wallets, or set AGE_OIDC_* or AGE_YOTI_* (docs/operations/age.md)',
  );
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

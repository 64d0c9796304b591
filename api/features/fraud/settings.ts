// The limits against fraud, set by the team: versions that are never changed, with a second person
// where one lets more money go.
import type { Routes } from '@camarim/contract';
import {
  FRAUD_SETTING_NAMES,
  type FraudSettings,
  isLooser,
} from '@camarim/contract/features/fraud/settings';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { lockSubject, recordAct } from '../../platform/audit/audit.ts';
import { agreementsOn, hasSecondPerson } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { insertVersion, listVersions, newestVersion } from '../../platform/fraud-settings/store.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { summarise } from '../profiles/index.ts';
import type { SettingsManager } from './policy.ts';

type View = DataInput<Routes['GET /dsb/fraud/settings']>;

const HISTORY = 20;
const SUBJECT = 'fraudSettings';
const RIGHT = 'money.decide';

export const viewSettings = async (
  ctx: Ctx,
  { adminId }: Allowed<SettingsManager>,
  waitsForSecond = false,
): Promise<View> => {
  const [history, proposals] = await Promise.all([
    listVersions(ctx.db, HISTORY),
    agreementsOn(ctx, { right: RIGHT, subjectId: SUBJECT }),
  ]);
  const usual = ctx.fraudSettings.usual();
  const people = await summarise(ctx, [
    ...new Set([...history.map((row) => row.changed_by), ...proposals.map((one) => one.adminId)]),
  ]);
  return {
    version: history[0]?.version ?? 0,
    values: { ...usual, ...history[0]?.settings },
    usual,
    waitsForSecond,
    proposals: proposals.map((proposal) => ({
      values: { ...usual, ...(proposal.value as Partial<FraudSettings>) },
      by: people.get(proposal.adminId)?.domainName ?? '',
      own: proposal.adminId === adminId,
      reason: proposal.reason,
      at: proposal.at.toISOString(),
    })),
    history: history.map((row) => ({
      version: row.version,
      values: { ...usual, ...row.settings },
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      changedBy: people.get(row.changed_by) ?? null,
    })),
  };
};

/** What differs, as the log says it. */
const changesOf = (before: FraudSettings, after: FraudSettings): string =>
  FRAUD_SETTING_NAMES.filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${before[name]} -> ${after[name]}`)
    .join(', ');

type Change = { adminId: ProfileId; after: FraudSettings; reason: string; version: number };

/** False while a second administrator has to agree; then nothing has changed. */
const storeSettings = (ctx: Ctx, { adminId, after, reason, version }: Change): Promise<boolean> => {
  const usual = ctx.fraudSettings.usual();
  const now = ctx.clock.now();
  return transaction(ctx.db, async (tx) => {
    await lockSubject(tx, SUBJECT);
    const newest = await newestVersion(tx);
    if ((newest?.version ?? 0) !== version) throw new AppError('fraud.settingsChanged');
    const before = { ...usual, ...newest?.settings };
    const settings = Object.fromEntries(
      FRAUD_SETTING_NAMES.filter((name) => after[name] !== usual[name]).map((name) => [
        name,
        after[name],
      ]),
    ) as Partial<FraudSettings>;
    const act = {
      adminId,
      profileId: null,
      subjectId: SUBJECT,
      reason: `${changesOf(before, after)}: ${reason}`,
      now,
    };
    if (FRAUD_SETTING_NAMES.some((name) => isLooser(name, before[name], after[name]))) {
      const enough = await hasSecondPerson(tx, ctx.config, {
        ...act,
        action: 'fraudSettings.agreed',
        right: RIGHT,
        value: settings,
        note: reason,
      });
      if (!enough) return false;
    }
    const row = { version: version + 1, settings, changed_by: adminId, reason, created_at: now };
    await insertVersion(tx, row);
    await recordAct(tx, { ...act, action: 'fraudSettings.changed' });
    return true;
  });
};

/** Throws fraud.settingsChanged when another person has changed them since `version`. */
export const changeSettings = async (
  ctx: Ctx,
  manager: Allowed<SettingsManager>,
  { version, values, reason }: BodyOf<Routes['PUT /dsb/fraud/settings']>,
): Promise<View> => {
  const change = { adminId: manager.adminId, after: values, reason, version };
  const stored = await storeSettings(ctx, change);
  if (stored) await ctx.fraudSettings.refresh();
  return viewSettings(ctx, manager, !stored);
};

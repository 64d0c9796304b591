// The decisions that a person may contest now: on them, removals and labels of AI of what is
// theirs, and refusals of their reports.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { appealUntil, labelText, madeText, nameOf, ruleText } from '../decisions/index.ts';
import { decisionsOf } from './contestable-store.ts';

/** Newest first, at most 50. */
export const viewContestable = async (
  { db, clock, config }: Ctx,
  { profileId }: Allowed<{ profileId: ProfileId }>,
  locale: Locale,
): Promise<DataInput<Routes['GET /help/decisions']>> => {
  const since = new Date(clock.now().getTime() - config.APPEAL_DAYS * DAY_MS);
  const rows = await decisionsOf(db, profileId, since);
  return rows.map((row) => ({
    id: row.id,
    by: row.by,
    what: row.act ? madeText(locale, row.act) : nameOf(locale, row.kind, row.count),
    rule: row.code && ruleText(locale, row.code),
    label: row.label && labelText(locale, row.label),
    reason: row.reason,
    decidedAt: row.decided_at.toISOString(),
    until: appealUntil(config, row.decided_at).toISOString(),
    restored: row.restored,
    held: row.held,
    appealed: row.appealed,
  }));
};

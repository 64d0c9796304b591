// Who may enter a show: what its producer chose. Blocks, places and proof of age are looked at
// before.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Ctx } from '../../../context.ts';
import { spentOn } from '../../ledger/index.ts';
import { createSelections } from '../../lists/index.ts';
import { loadRelation } from './relation-store.ts';
import type { EntryRule } from './settings-store.ts';

const spentAtLeast = async (
  db: Database,
  producerId: ProfileId,
  profileId: ProfileId,
  amount: number,
): Promise<boolean> => {
  const spent = await spentOn(db, profileId, producerId);
  return spent.reduce((sum, each) => sum + each.amount, 0) >= amount;
};

/** A subscriber of a producer who lets followers in is in, too. */
export const mayEnter = async (
  ctx: Ctx,
  producerId: ProfileId,
  rule: EntryRule,
  profileId: ProfileId,
): Promise<boolean> => {
  if (rule.entry === 'everyone') return true;
  if (rule.entry === 'spenders')
    return spentAtLeast(ctx.db, producerId, profileId, rule.entry_spent_centavos ?? Infinity);
  if (rule.entry === 'list') {
    if (rule.entry_list_id === null) return false;
    const list = { include: [{ kind: 'list' as const, id: rule.entry_list_id }], exclude: [] };
    const selections = createSelections(ctx);
    // A rule that asks for places by now: one answer would tell where one person lives.
    if (await selections.namesPlace(ctx.db, producerId, list)) return false;
    const found = await selections.among(ctx.db, producerId, list, [profileId]);
    return found.length > 0;
  }
  const { follows, subscribes, sold_plan } = await loadRelation(
    ctx.db,
    producerId,
    profileId,
    ctx.clock.now(),
  );
  if (subscribes || rule.entry === 'subscribers') return subscribes;
  return follows && (rule.entry === 'followers' || !sold_plan);
};

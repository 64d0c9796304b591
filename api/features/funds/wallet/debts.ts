// Debts of disputed payments, for administrators.
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';

/** Largest first, with profiles. */
export const listDebts = async (ctx: Ctx, limit: number) => {
  const debtors = await ctx.ledger.debtors(limit);
  const people = await summarise(
    ctx,
    debtors.map(({ profileId }) => profileId),
  );
  return debtors.flatMap(({ profileId, owed, since }) => {
    const profile = people.get(profileId);
    return profile ? [{ profile, owed, since: since.toISOString() }] : [];
  });
};

// Debts of disputed payments, for administrators.
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import type { WalletDeps } from './tip.ts';

/** Largest first, with profiles. */
export const listDebts = async (ctx: Ctx, { ledger }: WalletDeps, limit: number) => {
  const debtors = await ledger.debtors(limit);
  const people = await summarise(
    ctx,
    debtors.map(({ profileId }) => profileId),
  );
  return debtors.flatMap(({ profileId, owed, since }) => {
    const profile = people.get(profileId);
    return profile ? [{ profile, owed, since: since.toISOString() }] : [];
  });
};

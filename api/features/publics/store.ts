// Who agreed to which version of what, and when.
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';

type Acceptance = { profileId: ProfileId; policy: 'terms' | 'privacy' | 'cookies' | 'contract'; version: string; now: Date };

export const insertAcceptances = async (tx: Kysely<DB>, acceptances: readonly Acceptance[]): Promise<void> => {
  if (acceptances.length === 0) return;
  await tx
    .insertInto('policy_acceptances')
    .values(acceptances.map(({ profileId, policy, version, now }) => ({ profile_id: profileId, policy, version, accepted_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

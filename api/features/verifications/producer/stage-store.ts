// SQL of the stage of a profile as a producer.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { ProducerStage } from '../../profiles/index.ts';

const profileOf = (db: Database, profileId: ProfileId) =>
  db.selectFrom('profiles').select('producer_stage').where('id', '=', profileId);

export const stageOf = async (db: Database, profileId: ProfileId): Promise<ProducerStage> =>
  (await profileOf(db, profileId).executeTakeFirstOrThrow()).producer_stage;

/** Locks the profile and returns its stage. */
export const lockStage = async (tx: Database, profileId: ProfileId): Promise<ProducerStage> =>
  (await profileOf(tx, profileId).forNoKeyUpdate().executeTakeFirstOrThrow()).producer_stage;

/** Fails with the constraint `profiles_domain_name_key` when the name is taken. */
export const updateProducerStage = async (
  tx: Database,
  profileId: ProfileId,
  change: { producer_stage: ProducerStage; domain_name?: string },
): Promise<void> => {
  await tx.updateTable('profiles').set(change).where('id', '=', profileId).execute();
};

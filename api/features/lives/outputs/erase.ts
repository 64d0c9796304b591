// Erases what a removed producer's shows left: ingest keys, who appears in shows by
// programs, recordings and their segments.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { deleteIngestKeysOf } from '../ingest/store.ts';
import { setProgramPerformers } from '../performers-store.ts';
import { deletePassing } from './collect.ts';
import { deleteRecordings, recordingIdsOf } from './recordings-store.ts';

/** May run twice. Frames stay for their week, as evidence. */
export const eraseOutputsOf = async (ctx: Ctx, producerId: ProfileId): Promise<void> => {
  await deleteIngestKeysOf(ctx.db, producerId);
  await setProgramPerformers(ctx.db, producerId, []);
  const ids = await recordingIdsOf(ctx.db, producerId);
  await transaction(ctx.db, (tx) => deleteRecordings(tx, ids, ctx.clock.now()));
  await deletePassing(ctx);
};

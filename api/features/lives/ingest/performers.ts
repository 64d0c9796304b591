// Who appears in the shows that programs open: chosen by their producer beforehand, because a
// program can't say it, and checked at each start.
import type { Routes } from '@camarim/contract';
import type { PerformerId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { canDeclare } from '../../verifications/index.ts';
import { programPerformersOf, setProgramPerformers } from '../performers-store.ts';
import type { LiveOwner } from '../policy.ts';

type Performers = DataInput<Routes['GET /lives/ingest/performers']>;

export const listPerformers = (
  { db }: Ctx,
  { producerId }: Allowed<LiveOwner>,
): Promise<Performers> => programPerformersOf(db, producerId);

/** Throws performer.notReady and performer.noLive. */
export const declarePerformers = (
  { db }: Ctx,
  { producerId }: Allowed<LiveOwner>,
  performerIds: readonly PerformerId[],
): Promise<Performers> =>
  transaction(db, async (tx) => {
    const declared = await canDeclare(tx, producerId, performerIds, 'live');
    await setProgramPerformers(tx, producerId, declared.performerIds);
    return programPerformersOf(tx, producerId);
  });

/**
 * The performers of a show that a program opens now. Throws ingest.consentMissing with the name of
 * who may not appear any more.
 */
export const performersAtStart = async (
  { db }: Ctx,
  { producerId }: Allowed<LiveOwner>,
): Promise<PerformerId[]> => {
  const performers = await programPerformersOf(db, producerId);
  const missing = performers.find(({ mayAppear }) => !mayAppear);
  if (missing) throw new AppError('ingest.consentMissing', { name: missing.stageName });
  return performers.map(({ id }) => id);
};

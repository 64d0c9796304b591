// The pairs of concurrent calls that send messages, in one query.
import type { ProfileId } from '@camarim/contract/ids';
import { createCoalescer } from '../../../platform/coalescer/coalescer.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { findPairs, type PairRow } from '../store.ts';

export type FindPairWith = (viewer: Viewer, otherId: ProfileId) => Promise<PairRow | null>;

const BATCHING = { maxBatch: 64, maxInFlight: 4, patienceMs: 25, maxQueued: 5_000 };

export const createPairFinder = ({ db, clock }: Ctx): FindPairWith => {
  const find = createCoalescer<{ requester: Viewer; otherId: ProfileId }, PairRow | null>({
    ...BATCHING,
    overflow: () => new AppError('server.unavailable', { retryAfterSeconds: 1 }),
    run: async (pairs) => (await findPairs(db, pairs, clock.now())).map((row) => ({ value: row })),
  });
  return (requester, otherId) => find({ requester, otherId });
};

// Programs connect again by themselves. One whose show a person ended must not open the next one,
// so its key is refused until nothing has come from it for longer than programs wait.
import type { LiveEndReason, LiveId } from '@camarim/contract/features/lives';
import type { IngestKeyId } from '@camarim/contract/features/lives/ingest';
import { INGEST_HOLD_MINUTES } from '@camarim/contract/limits';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import type { LiveOwner } from '../policy.ts';
import { endHold, holdIngestKeysOf, type IngestKeyRow, prolongHold } from './store.ts';

const untilAfter = (now: Date): Date => new Date(now.getTime() + INGEST_HOLD_MINUTES * 60_000);

/** In the transaction that ends a show. A break that was too long ends it as `lost`, too. */
export const holdKeysIn = async (
  tx: Transaction,
  live: { id: LiveId; reason: LiveEndReason; paused: boolean },
  now: Date,
): Promise<void> => {
  const wasSilent = live.reason === 'lost' || live.reason === 'neverPublished';
  if (!wasSilent || live.paused) await holdIngestKeysOf(tx, live.id, untilAfter(now));
};

/** Throws ingest.keyHeld, and begins the time without an attempt again. */
export const refuseHeld = async (
  { db, clock }: Ctx,
  { id }: Allowed<IngestKeyRow>,
): Promise<void> => {
  const now = clock.now();
  if (await prolongHold(db, id, { now, until: untilAfter(now) }))
    throw new AppError('ingest.keyHeld');
};

/** Accepts the key again. Throws ingest.keyNotFound. */
export const allowKey = async (
  { db }: Ctx,
  { producerId }: Allowed<LiveOwner>,
  id: IngestKeyId,
): Promise<void> => {
  if (!(await endHold(db, id, producerId))) throw new AppError('ingest.keyNotFound');
};

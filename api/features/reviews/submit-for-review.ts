// Decides whether what a producer publishes is reviewed first, in the transaction that publishes
// it.
import { randomInt } from 'node:crypto';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ReviewCause, ReviewKind } from '@camarim/contract/features/reviews/reasons';
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { findOpenBatch } from './frames-store.ts';
import { builtInSettings, causeOf, modeFor, strikesSince } from './rules.ts';
import { insertReview, listSettings, loadRecord, newestReviews, recordChange } from './store.ts';

/** In force now, and their version; 0: the built-in ones. */
export const currentSettings = async (
  { config }: Pick<Ctx, 'config'>,
  db: Ctx['db'],
): Promise<{ version: number; settings: ReviewSettings }> => {
  const builtIn = builtInSettings(config.production);
  const [newest] = await listSettings(db, { limit: 1, builtIn });
  return newest ?? { version: 0, settings: builtIn };
};

export type Publication = {
  kind: ReviewKind;
  subjectId: string;
  producerId: ProfileId;
  /** It is in review now, or was refused: after a change it is decided again. */
  held: boolean;
};

const DRAWS = 1_000_000;

/** Why something new of this producer is reviewed; null: it is not. Each call draws again. */
const causeFor = async (
  ctx: Ctx,
  db: Ctx['db'],
  kind: ReviewKind,
  producerId: ProfileId,
): Promise<ReviewCause | null> => {
  const { settings } = await currentSettings(ctx, db);
  if (modeFor(settings, kind) === 'off') return null;
  const now = ctx.clock.now();
  const record = await loadRecord(db, producerId, strikesSince(settings, now));
  return causeOf(settings, kind, record, { draw: randomInt(DRAWS) / DRAWS, now });
};

/** Why a person of the team looks at this frame of the producer's show; null: they do not. */
export const causeOfFrame = (ctx: Ctx, producerId: ProfileId): Promise<ReviewCause | null> =>
  causeFor(ctx, ctx.db, 'frames', producerId);

/** Frames of a show that are reviewed together. */
type FrameBatch = { batchId: string; producerId: ProfileId; cause: ReviewCause; now: Date };

export const submitFrames = (
  tx: Transaction,
  { batchId, producerId, cause, now }: FrameBatch,
): Promise<void> =>
  insertReview(tx, { id: newId(), kind: 'frames', subjectId: batchId, producerId, cause, now });

/** Submits one frame, together with others of the show that wait. Returns the id of their batch. */
export const submitFrame = async (
  tx: Transaction,
  { liveId, ...batch }: Omit<FrameBatch, 'batchId'> & { liveId: LiveId },
): Promise<string> => {
  const batchId = (await findOpenBatch(tx, { liveId, cause: batch.cause })) ?? newId();
  await submitFrames(tx, { ...batch, batchId });
  return batchId;
};

/**
 * Call it whenever content that others would see is new or was changed, after its row is locked or
 * before it exists. True: it is in review, and no other viewer may see it. A review that is open
 * already counts the change, so that no administrator decides on what they have not seen.
 */
export const submitForReview = async (
  ctx: Ctx,
  tx: Transaction,
  { held, ...publication }: Publication,
): Promise<boolean> => {
  const { kind, subjectId, producerId } = publication;
  const now = ctx.clock.now();
  const id = newId();
  if (held) {
    if (await recordChange(tx, publication)) return true;
    const refused = (await newestReviews(tx, kind, [subjectId])).get(subjectId);
    const cause = refused?.cause ?? 'all';
    await insertReview(tx, { id, ...publication, cause, now });
    return true;
  }
  const cause = await causeFor(ctx, tx, kind, producerId);
  if (cause === null) return false;
  await insertReview(tx, { id, ...publication, cause, now });
  return true;
};

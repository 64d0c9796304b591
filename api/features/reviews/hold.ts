// Whether what a producer publishes is held for a review, in the transaction that publishes it.
import { randomInt, randomUUIDv7 } from 'node:crypto';
import type { ReviewKind } from '@camarim/contract/features/reviews/reasons';
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { builtInSettings, causeOf, modeFor, strikesSince } from './rules.ts';
import { insertReview, listSettings, loadRecord, newestReviews, recordChange } from './store.ts';

/** In force now, and their version; 0: the built-in ones. */
export const currentSettings = async (
  { config }: Pick<Ctx, 'config'>,
  db: Ctx['db'],
): Promise<{ version: number; settings: ReviewSettings }> => {
  const [newest] = await listSettings(db, 1);
  return newest ?? { version: 0, settings: builtInSettings(config.production) };
};

export type Publication = {
  kind: ReviewKind;
  subjectId: string;
  producerId: ProfileId;
  /** It is held now: a refused one is decided again, because it was changed. */
  held: boolean;
};

const DRAWS = 1_000_000;

/**
 * Call it whenever content that others would see is new or was changed, after its row is locked or
 * before it exists. True: it is held, and no other viewer may see it. What waits already counts the
 * change, so that no administrator decides on what they have not seen.
 */
export const holdForReview = async (
  ctx: Ctx,
  tx: Transaction,
  { held, ...publication }: Publication,
): Promise<boolean> => {
  const { kind, subjectId, producerId } = publication;
  const now = ctx.clock.now();
  const id = randomUUIDv7();
  if (held) {
    if (await recordChange(tx, publication)) return true;
    const refused = (await newestReviews(tx, kind, [subjectId])).get(subjectId);
    const cause = refused?.cause ?? 'all';
    await insertReview(tx, { id, ...publication, cause, now });
    return true;
  }
  const { settings } = await currentSettings(ctx, tx);
  if (modeFor(settings, kind) === 'off') return false;
  const record = await loadRecord(tx, producerId, strikesSince(settings, now));
  const cause = causeOf(settings, kind, record, { draw: randomInt(DRAWS) / DRAWS, now });
  if (cause === null) return false;
  await insertReview(tx, { id, ...publication, cause, now });
  return true;
};

// Declares who appears in media that are sent in messages, and withholds media whose performers no
// longer consent.
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { MediaId, PerformerId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { type MediaAccessSource, NO_ACCESS } from '../../access/index.ts';
import { type PostPerformers, requireConsent } from '../policy.ts';
import { insertMediaDeclarations, withheldAmong } from './media-store.ts';

/** Throws media.withheld with the field when a performer in one of the media no longer consents. */
const refuseWithheldMedia = async (
  tx: Transaction,
  mediaIds: readonly MediaId[],
): Promise<void> => {
  if ((await withheldAmong(tx, mediaIds)).length > 0) throw fieldError('medias', 'media.withheld');
};

/**
 * Throws media.withheld, and performer.no* when a person in the media did not consent to the scope.
 */
export const refuseMedia = async (
  tx: Transaction,
  performerIds: readonly PerformerId[],
  mediaIds: readonly MediaId[],
  scope: ConsentScope,
): Promise<void> => {
  await refuseWithheldMedia(tx, mediaIds);
  await requireConsent(tx, performerIds, mediaIds, scope);
};

/**
 * Records the owner's declaration of who appears in the media: these performers and those who were
 * declared in them before, or with none of them the owner alone. Throws what `refuseMedia` throws.
 */
export const declareMedia = async (
  tx: Transaction,
  { producerId: declaredBy, performerIds }: Allowed<PostPerformers>,
  mediaIds: readonly MediaId[],
  { scope, now }: { scope: ConsentScope; now: Date },
): Promise<void> => {
  if (mediaIds.length === 0) return;
  await refuseMedia(tx, performerIds, mediaIds, scope);
  await insertMediaDeclarations(tx, { mediaIds, declaredBy, performerIds, now });
};

/** Withholds the media from everyone but its owner and those who decide on a report. */
export const mediaAccess: MediaAccessSource = {
  ground: 'publication',
  purposes: ['post'],
  accessTo: async ({ db }, { id, owner_id: ownerId }, { profileId }) =>
    profileId !== ownerId && (await withheldAmong(db, [id])).length > 0
      ? { level: 'none', reason: 'withheld' }
      : NO_ACCESS,
};

// What the removal of an account does to overlays.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { deleteLinksOf } from './links/store.ts';
import { deleteWebhookOf } from './webhook/store.ts';

/** May run twice. */
export const eraseOverlaysOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await deleteWebhookOf(db, profileId);
  await deleteLinksOf(db, profileId);
};

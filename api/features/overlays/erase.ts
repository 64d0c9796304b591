// What the removal of an account does to overlays.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { deleteLinksOf } from './links/store.ts';
import { deleteToyOf } from './toys/store.ts';
import { disconnectToy } from './toys/toys.ts';
import { deleteWebhookOf } from './webhook/store.ts';

/** May run twice. */
export const eraseOverlaysOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  const { db } = ctx;
  await deleteWebhookOf(db, profileId);
  await deleteLinksOf(db, profileId);
  await disconnectToy(ctx, profileId);
  await deleteToyOf(db, profileId);
};

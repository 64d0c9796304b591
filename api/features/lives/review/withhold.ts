// What the engine does not forward of a show because an administrator withholds it.
import type { LiveId } from '@camarim/contract/features/lives';
import { transaction } from '../../../platform/database/transaction.ts';
import { LiveError } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import { lockRecordedLive, type RecordedLive } from '../outputs/recordings-store.ts';

/** Has the engine forward what the show's watchers may get. Throws LiveError. */
export const applyWithheld = async (
  { live }: Pick<Ctx, 'live'>,
  {
    id,
    blurred_at: blurredAt,
    withheld_at: withheldAt,
  }: Pick<RecordedLive, 'id' | 'blurred_at' | 'withheld_at'>,
): Promise<void> => {
  try {
    await live.mute(id, 'video', blurredAt !== null || withheldAt !== null);
    await live.mute(id, 'audio', withheldAt !== null);
  } catch (error) {
    // No room: nothing is sent yet. The producer's connection makes one and applies it.
    if (!(error instanceof LiveError) || error.reason !== 'noRoom') throw error;
  }
};

/** The same for a show as it is now, if it is still open. */
export const withholdLive = async (ctx: Ctx, id: LiveId): Promise<void> => {
  const live = await transaction(ctx.db, (tx) => lockRecordedLive(tx, id));
  if (live) await applyWithheld(ctx, live);
};

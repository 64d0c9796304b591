// What the engine does not forward of a show because an administrator withholds it.
import type { LiveId } from '@camarim/contract/features/lives';
import { transaction } from '../../../platform/database/transaction.ts';
import { LiveError } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';
import { lockRecordedLive, type RecordedLive } from '../outputs/recordings-store.ts';

const applyTo = async (
  live: Ctx['live'],
  room: string,
  withheld: { video: boolean; audio: boolean },
): Promise<void> => {
  try {
    await live.mute(room, 'video', withheld.video);
    await live.mute(room, 'audio', withheld.audio);
  } catch (error) {
    // No room: nothing is sent yet. The sender's connection makes one and applies it.
    if (!(error instanceof LiveError) || error.reason !== 'noRoom') throw error;
  }
};

/**
 * Has the engine forward what the show's watchers may get, and its producer of the watcher's own
 * picture. Throws LiveError.
 */
export const applyWithheld = async (
  { live }: Pick<Ctx, 'live'>,
  {
    id,
    blurred_at: blurredAt,
    withheld_at: withheldAt,
  }: Pick<RecordedLive, 'id' | 'blurred_at' | 'withheld_at'>,
): Promise<void> => {
  const withheld = {
    video: blurredAt !== null || withheldAt !== null,
    audio: withheldAt !== null,
  };
  await applyTo(live, id, withheld);
  await applyTo(live, reverseRoomOf(id), withheld);
};

/** The same for a show as it is now, if it is still open. */
export const withholdLive = async (ctx: Ctx, id: LiveId): Promise<void> => {
  const live = await transaction(ctx.db, (tx) => lockRecordedLive(tx, id));
  if (live) await applyWithheld(ctx, live);
};

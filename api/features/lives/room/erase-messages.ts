// Erases what was said in rooms: after some weeks, and with an account.
import { ROOM_MESSAGES_DAYS } from '@camarim/contract/features/lives/room-limits';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { deleteMenu } from './menu-store.ts';
import { deleteMessagesOf, deleteOldMessages } from './messages-store.ts';
import { deleteToolsOf } from './tools-store.ts';

export const ERASE_JOB = 'lives.eraseMessages';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

/** Lines without a tip, and the text of tips, which stay as payments. May run twice. */
export const eraseOldLines = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const before = new Date(ctx.clock.now().getTime() - ROOM_MESSAGES_DAYS * DAY_MS);
  while (!signal.aborted && (await deleteOldMessages(ctx.db, before, BATCH)) > 0);
};

/** What a person said and did in rooms, and what they set for their own. May run twice. */
export const eraseRoomsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await deleteMessagesOf(db, profileId);
  await deleteToolsOf(db, profileId);
  await deleteMenu(db, profileId);
};

// Erases what was said and what happened in rooms: after some days or weeks, and with an account.
import { ROOM_EVENTS_DAYS } from '@camarim/contract/features/lives/room-events';
import { ROOM_MESSAGES_DAYS } from '@camarim/contract/features/lives/room-limits';
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../context.ts';
import { deleteOldEvents } from '../events/events-store.ts';
import { deleteMenu } from './menu-store.ts';
import { deleteMessagesOf, deleteOldMessages } from './messages-store.ts';
import { deleteToolsOf } from './tools-store.ts';

export const ERASE_JOB = 'lives.eraseMessages';

const BATCH = 1_000;

/**
 * Messages without a tip, the text of tips, which stay as payments, and events that were for
 * programs outside. May run twice.
 */
export const eraseOldMessages = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const daysAgo = (days: number): Date => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const before = daysAgo(ROOM_MESSAGES_DAYS);
  while (!signal.aborted && (await deleteOldMessages(ctx.db, before, BATCH)) > 0);
  const events = daysAgo(ROOM_EVENTS_DAYS);
  while (!signal.aborted && (await deleteOldEvents(ctx.db, events, BATCH)) > 0);
};

/** What a person said and did in rooms, and what they set for their own. May run twice. */
export const eraseRoomsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await deleteMessagesOf(db, profileId);
  await deleteToolsOf(db, profileId);
  await deleteMenu(db, profileId);
};

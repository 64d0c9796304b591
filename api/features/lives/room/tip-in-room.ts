// Tips in a show: the message that tells everyone in the room, written in the transaction that
// pays.
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { LiveMessageId } from '@camarim/contract/features/lives/room';
import type { GoalId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { hasBlockedWord } from '../../chats/index.ts';
import { findItem, type ItemRow } from './menu-store.ts';
import { insertMessage } from './messages-store.ts';
import { recordRoomEvent, showOf } from '../events/record-event.ts';
import { publishMessage } from './publish.ts';
import { loadRoom } from './room-store.ts';
import { presentMessage, type RoomAuthor, viewAuthor } from './view-messages.ts';

/** The room in which a tip is given. */
export type TipRoom = {
  liveId: LiveId;
  producerId: ProfileId;
  type: number;
  item: ItemRow | null;
  /** The person who tips, as the room shows them. */
  author: RoomAuthor;
};

export type TipToRoom = {
  liveId: LiveId;
  itemId?: MenuItemId | undefined;
  value: Centavos;
  message?: string | undefined;
};

/**
 * The room of a show that the viewer is in. Throws live.notFound, profile.notSelf, live.notInRoom,
 * live.muted and message.blockedWord for a tip with a message, live.itemNotFound and
 * live.itemPriceChanged.
 */
export const tippableRoom = async (
  ctx: Ctx,
  viewer: Viewer,
  { liveId, itemId, value, message }: TipToRoom,
): Promise<TipRoom> => {
  const { profileId } = viewer;
  const row = await loadRoom(ctx.db, liveId, viewer, ctx.clock.now());
  if (!row || row.ended_at) throw new AppError('live.notFound');
  if (row.producer_id === profileId) throw new AppError('profile.notSelf');
  if (row.owner_hidden || (row.type === 3 && row.private_watcher_id !== profileId))
    throw new AppError('live.notFound');
  // A visit begins after all checks of its person, their proof of age among them.
  if (!row.present) throw new AppError('live.notInRoom');
  if (message) {
    if (row.muted) throw new AppError('live.muted');
    if (hasBlockedWord(message, row.blocked_words ?? [])) throw new AppError('message.blockedWord');
  }
  const item = itemId ? await findItem(ctx.db, row.producer_id, itemId) : null;
  if (itemId && !item) throw new AppError('live.itemNotFound');
  if (item && item.price !== value) throw new AppError('live.itemPriceChanged');
  const { producer_id: producerId } = row;
  const author = await viewAuthor(ctx, { id: liveId, producerId }, profileId);
  return { liveId, producerId, type: row.type, item, author };
};

export type TipInRoom = {
  fromId: ProfileId;
  amount: Centavos;
  transferId: TransferId;
  goal: TipGoal | null;
  message: string;
};

/** The goal that a tip filled, after it; `justReached` by this tip. */
export type TipGoal = {
  id: GoalId;
  title: string;
  value: Centavos;
  balance: Centavos;
  justReached: boolean;
};

/** For programs outside of the room. */
const recordTip = async (
  ctx: Ctx,
  tx: Transaction,
  { liveId, producerId, type, item }: TipRoom,
  lineId: LiveMessageId,
  { fromId, amount, goal }: TipInRoom,
): Promise<void> => {
  const show = showOf(liveId, type);
  const filled = goal && {
    id: goal.id,
    title: goal.title,
    value: goal.value,
    balance: goal.balance,
  };
  const data = { show, value: amount, goal: filled };
  const event = { producerId, fromId, subjectId: lineId };
  await (item
    ? recordRoomEvent(ctx, tx, {
        ...event,
        type: 'menu.ordered',
        data: { ...data, orderId: lineId, item: { id: item.id, label: item.label } },
      })
    : recordRoomEvent(ctx, tx, { ...event, type: 'tip.received', data }));
  if (filled && goal.justReached)
    await recordRoomEvent(ctx, tx, {
      producerId,
      type: 'goal.reached',
      subjectId: goal.id,
      data: { show, goal: filled },
    });
};

/** In the transaction that pays the tip, once for each payment. */
export const postTipInRoom = async (
  ctx: Ctx,
  tx: Transaction,
  room: TipRoom,
  tip: TipInRoom,
): Promise<void> => {
  const { liveId, producerId, item, author } = room;
  const live = { id: liveId, producerId };
  const row = await insertMessage(tx, {
    id: newId() as LiveMessageId,
    liveId,
    profileId: tip.fromId,
    text: tip.message,
    key: null,
    tip: {
      amount: tip.amount,
      transferId: tip.transferId,
      itemId: item?.id ?? null,
      itemLabel: item?.label ?? null,
      goalId: tip.goal?.id ?? null,
    },
    now: ctx.clock.now(),
  });
  if (!row) return;
  await publishMessage(ctx, tx, live, presentMessage(row, author));
  await recordTip(ctx, tx, room, row.id, tip);
};

// Changes of a tip menu; the rooms of open shows get the new one.
import type { Routes } from '@camarim/contract';
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { LiveMessageId, liveRoomEvent } from '@camarim/contract/features/lives/room';
import { MENU_ITEMS_MAX } from '@camarim/contract/features/lives/room-limits';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import type { z } from 'zod';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { cursorOf, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import { type LiveRow, openLivesOf } from '../store.ts';
import {
  findItem,
  insertItem,
  type ItemRow,
  listItems,
  markItemDeleted,
  orderItems,
  updateItem,
} from './menu-store.ts';
import { listPurchases, setDone } from './messages-store.ts';
import type { RoomOwner } from './policy.ts';
import { recordRoomEvent, showOf } from '../events/record-event.ts';
import { publishChange } from './publish.ts';

type Draft = BodyOf<Routes['POST /lives/room/menu']>;
type Menu = Extract<z.output<typeof liveRoomEvent>, { change: 'menu' }>['menu'];

const publishMenu = async (ctx: Ctx, tx: Transaction, producerId: ProfileId): Promise<void> => {
  const ids = await openLivesOf(tx, producerId);
  if (ids.length === 0) return;
  const menu: Menu = await listItems(tx, producerId);
  for (const id of ids) await publishChange(ctx, tx, { id, change: 'menu', menu });
};

/** Throws live.tooManyItems. */
export const addItem = async (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  request: Draft,
  key: string | null,
): Promise<ItemRow> => {
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId: producerId, key, route: 'POST /lives/room/menu', request, now },
    async (tx) => {
      const item = { id: newId() as MenuItemId, ...request };
      if (!(await insertItem(tx, { ...item, producerId }, MENU_ITEMS_MAX, now)))
        throw new AppError('live.tooManyItems', { max: MENU_ITEMS_MAX });
      await publishMenu(ctx, tx, producerId);
      return item;
    },
  );
};

/** Throws live.itemNotFound. */
export const editItem = (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  id: MenuItemId,
  draft: Draft,
): Promise<ItemRow> =>
  transaction(ctx.db, async (tx) => {
    await updateItem(tx, { id, producerId, ...draft });
    const item = await findItem(tx, producerId, id);
    if (!item) throw new AppError('live.itemNotFound');
    await publishMenu(ctx, tx, producerId);
    return item;
  });

/** Throws live.itemNotFound. Repeating it changes nothing. */
export const deleteItem = (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  id: MenuItemId,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!(await markItemDeleted(tx, producerId, id, ctx.clock.now())))
      throw new AppError('live.itemNotFound');
    await publishMenu(ctx, tx, producerId);
  });

export const orderMenu = (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  ids: readonly MenuItemId[],
): Promise<ItemRow[]> =>
  transaction(ctx.db, async (tx) => {
    await orderItems(tx, producerId, ids);
    await publishMenu(ctx, tx, producerId);
    return listItems(tx, producerId);
  });

type Purchase = DataInput<Routes['GET /lives/{id}/menu-purchases']>[number];

/** One page; `cursor` begins the next one, null at the end. */
export const viewPurchases = async (
  ctx: Ctx,
  { id }: Allowed<LiveRow>,
  requester: Requester,
  { open, after, limit }: QueryOf<Routes['GET /lives/{id}/menu-purchases']>,
): Promise<{ data: Purchase[]; cursor: string | null }> => {
  const position = readCursor<LiveMessageId>(after);
  // One more row than requested shows whether a next page exists.
  const found = await listPurchases(ctx.db, id, requester, {
    open,
    after: position?.id ?? null,
    limit: limit + 1,
  });
  const { page, cursor } = pageOf(found, limit, ({ created_at: at, id }) => cursorOf({ at, id }));
  const people = await summarise(
    ctx,
    page.flatMap(({ profile_id, hidden }) => (hidden ? [] : [profile_id])),
  );
  return {
    data: page.flatMap((row): Purchase[] =>
      row.item_id === null || row.item_label === null || row.amount_centavos === null
        ? []
        : [
            {
              id: row.id,
              item: { id: row.item_id, label: row.item_label },
              value: row.amount_centavos,
              message: row.text,
              profile: people.get(row.profile_id) ?? null,
              createdAt: row.created_at.toISOString(),
              doneAt: row.done_at?.toISOString() ?? null,
            },
          ],
    ),
    cursor,
  };
};

/** Throws live.messageNotFound for a message that is no purchase of this show. */
export const setPurchaseDone = (
  ctx: Ctx,
  { id: liveId, type, producer_id: producerId }: Allowed<LiveRow>,
  messageId: LiveMessageId,
  done: boolean,
): Promise<{ id: LiveMessageId; doneAt: string | null }> =>
  transaction(ctx.db, async (tx) => {
    const row = await setDone(tx, liveId, messageId, done ? ctx.clock.now() : null);
    if (!row) throw new AppError('live.messageNotFound');
    await publishChange(ctx, tx, { id: liveId as LiveId, change: 'done', messageId, done });
    const { item_id: id, item_label: label } = row;
    if (done && id !== null && label !== null)
      await recordRoomEvent(ctx, tx, {
        producerId,
        type: 'menu.done',
        subjectId: messageId,
        data: { show: showOf(liveId, type), orderId: messageId, item: { id, label } },
      });
    return { id: messageId, doneAt: row.done_at?.toISOString() ?? null };
  });

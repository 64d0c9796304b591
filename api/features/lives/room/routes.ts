// Routes of the rooms of shows: chat, tools and tip menu.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { ownLive } from '../policy.ts';
import {
  addItem,
  deleteItem,
  editItem,
  orderMenu,
  setPurchaseDone,
  viewPurchases,
} from './edit-menu.ts';
import { listItems } from './menu-store.ts';
import { canDeleteMessage, canModerate, canRead, isInRoom, ownRooms } from './policy.ts';
import { deleteMessage, sendRoomMessage } from './send-message.ts';
import {
  addModerator,
  liftRestriction,
  liftBan,
  pinMessage,
  removeModerator,
  restrictPerson,
  setSettings,
} from './use-tools.ts';
import {
  viewActs,
  viewBans,
  viewChat,
  viewModerators,
  viewRestriction,
  viewRestrictions,
  viewRoom,
  viewSettings,
} from './view-room.ts';

export const roomHandlers = (ctx: Ctx) =>
  handlers({
    'GET /lives/{id}/room': async ({ viewer, params, context }) => ({
      data: await viewRoom(ctx, await isInRoom(ctx, params.id, viewer, context)),
    }),
    'GET /lives/{id}/messages': async ({ viewer, params, query, context }) =>
      viewChat(ctx, await canRead(ctx, params.id, viewer, context), query),
    'POST /lives/{id}/messages': async ({ viewer, params, body, context }) => {
      const member = await isInRoom(ctx, params.id, viewer, context);
      return { data: await sendRoomMessage(ctx, member, body.text, context.idempotencyKey) };
    },
    'DELETE /lives/{id}/messages/{messageId}': async ({ viewer, params, context }) => {
      const { id, messageId } = params;
      await deleteMessage(ctx, await canDeleteMessage(ctx, id, messageId, viewer, context));
      return { data: null };
    },
    'PUT /lives/{id}/pinned': async ({ viewer, params, body, context }) => ({
      data: await pinMessage(
        ctx,
        await canModerate(ctx, params.id, viewer, context),
        body.messageId,
      ),
    }),
  });

export const roomToolsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /lives/room/settings': async ({ viewer }) => ({
      data: await viewSettings(ctx, ownRooms(viewer)),
    }),
    'PUT /lives/room/settings': async ({ viewer, body }) => {
      await setSettings(ctx, ownRooms(viewer), body);
      return { data: body };
    },
    'GET /lives/room/moderators': async ({ viewer }) => ({
      data: await viewModerators(ctx, viewer),
    }),
    'PUT /lives/room/moderators/{profileId}': async ({ viewer, params }) => {
      await addModerator(ctx, ownRooms(viewer), params.profileId, viewer);
      return { data: null };
    },
    'DELETE /lives/room/moderators/{profileId}': async ({ viewer, params }) => {
      await removeModerator(ctx, ownRooms(viewer), params.profileId);
      return { data: null };
    },
    'GET /lives/room/bans': async ({ viewer, query }) => viewBans(ctx, viewer, query),
    'DELETE /lives/room/bans/{profileId}': async ({ viewer, params }) => {
      await liftBan(ctx, ownRooms(viewer), params.profileId);
      return { data: null };
    },
    'GET /lives/room/acts': async ({ viewer, query }) => viewActs(ctx, viewer, query),
    'GET /lives/{id}/restrictions': async ({ viewer, params, context }) => ({
      data: await viewRestrictions(ctx, await canModerate(ctx, params.id, viewer, context)),
    }),
    'PUT /lives/{id}/restrictions/{profileId}': async ({ viewer, params, body, context }) => {
      const member = await canModerate(ctx, params.id, viewer, context);
      const row = await restrictPerson(ctx, member, params.profileId, body.kind);
      return { data: await viewRestriction(ctx, row) };
    },
    'DELETE /lives/{id}/restrictions/{profileId}': async ({ viewer, params, query, context }) => {
      const member = await canModerate(ctx, params.id, viewer, context);
      await liftRestriction(ctx, member, params.profileId, query.kind);
      return { data: null };
    },
  });

export const menuHandlers = (ctx: Ctx) =>
  handlers({
    'GET /lives/room/menu': async ({ viewer }) => ({
      data: await listItems(ctx.db, ownRooms(viewer).producerId),
    }),
    'POST /lives/room/menu': async ({ viewer, body, context }) => ({
      data: await addItem(ctx, ownRooms(viewer), body, context.idempotencyKey),
    }),
    'PUT /lives/room/menu': async ({ viewer, body }) => ({
      data: await orderMenu(ctx, ownRooms(viewer), body.itemIds),
    }),
    'PUT /lives/room/menu/{itemId}': async ({ viewer, params, body }) => ({
      data: await editItem(ctx, ownRooms(viewer), params.itemId, body),
    }),
    'DELETE /lives/room/menu/{itemId}': async ({ viewer, params }) => {
      await deleteItem(ctx, ownRooms(viewer), params.itemId);
      return { data: null };
    },
    'GET /lives/{id}/menu-purchases': async ({ viewer, params, query, context }) =>
      viewPurchases(ctx, await ownLive(ctx, params.id, viewer), context.requester, query),
    'PUT /lives/{id}/menu-purchases/{messageId}': async ({ viewer, params, body }) => {
      const live = await ownLive(ctx, params.id, viewer);
      return { data: await setPurchaseDone(ctx, live, params.messageId, body.done) };
    },
  });

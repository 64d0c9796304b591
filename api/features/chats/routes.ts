// Routes of /chats.
import { handlers } from '../../platform/http/mount.ts';
import type { RequestContext, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import {
  changeReaction,
  editMessage,
  muteChat,
  pinMessage,
  publishTyping,
  readChat,
  unsendMessage,
} from './change-message.ts';
import { automationsHandlers } from './automations/routes.ts';
import { viewFan } from './fan/view-fan.ts';
import { repliesHandlers } from './replies/routes.ts';
import { listChats, viewContacts } from './list-chats.ts';
import { broadcastsHandlers } from './broadcasts/routes.ts';
import { setOptions, viewOptions } from './options/edit-options.ts';
import {
  canSetOptions,
  canWriteTo,
  ownChat,
  ownMessage,
  visibleMessage,
  visiblePair,
} from './policy.ts';
import { createPairFinder } from './together/pair-finder.ts';
import { createPlainMessages } from './together/plain-messages.ts';
import { purchaseContent } from './purchase-content.ts';
import { sendCamera } from './send-camera.ts';
import { sendMessage } from './send-message.ts';
import {
  listMessages,
  type Reader,
  searchChat,
  viewChat,
  viewMessage,
  viewRow,
} from './view-messages.ts';

const readerOf = (viewer: Viewer, { locale, adult }: RequestContext): Reader => ({
  viewer,
  locale,
  adult,
});

const readHandlers = (ctx: Ctx) =>
  handlers({
    'GET /chats': ({ query, viewer, context }) => listChats(ctx, viewer, query, context.adult),
    'GET /chats/contacts': async ({ query, viewer }) => ({
      data: await viewContacts(ctx, viewer, query),
    }),
    'GET /chats/options': async ({ viewer }) => ({
      data: await viewOptions(ctx, canSetOptions(viewer)),
    }),
    'GET /chats/{slug}': async ({ params, viewer, context }) => ({
      data: await viewChat(
        ctx,
        await visiblePair(ctx, viewer, params.slug),
        readerOf(viewer, context),
      ),
    }),
    'GET /chats/{slug}/messages': async ({ params, query, viewer, context }) =>
      listMessages(
        ctx,
        await visiblePair(ctx, viewer, params.slug),
        query,
        readerOf(viewer, context),
      ),
    'GET /chats/{slug}/search': async ({ params, query, viewer, context }) =>
      searchChat(
        ctx,
        await visiblePair(ctx, viewer, params.slug),
        query,
        readerOf(viewer, context),
      ),
  });

const messageHandlers = (ctx: Ctx) => {
  const sendPlain = createPlainMessages(ctx);
  const findPairWith = createPairFinder(ctx);
  return handlers({
    'POST /chats/messages': async ({ body, viewer, context }) => {
      const pair = await canWriteTo(ctx, viewer, body.receiverId, findPairWith);
      const key = context.idempotencyKey;
      const row = await sendMessage(ctx, viewer, pair, body, { key, sendPlain });
      return { data: await viewRow(ctx, row, readerOf(viewer, context)) };
    },
    'POST /chats/send-camera': async ({ body, viewer, context }) => {
      const pair = await canWriteTo(ctx, viewer, body.receiverId);
      const id = await sendCamera(ctx, viewer, pair, body, context.idempotencyKey);
      return { data: await viewMessage(ctx, id, readerOf(viewer, context)) };
    },
    'PUT /chats/messages/{id}': async ({ params, body, viewer, context }) => {
      await editMessage(ctx, await ownMessage(ctx, viewer, params.id), body.message);
      return { data: await viewMessage(ctx, params.id, readerOf(viewer, context)) };
    },
    'DELETE /chats/messages/{id}': async ({ params, viewer }) => {
      await unsendMessage(ctx, await ownMessage(ctx, viewer, params.id));
      return { data: null };
    },
    'PUT /chats/messages/{id}/reaction': async ({ params, body, viewer }) => {
      await changeReaction(ctx, await visibleMessage(ctx, viewer, params.id), body.emoji);
      return { data: null };
    },
    'PUT /chats/messages/{id}/pin': async ({ params, body, viewer }) => {
      await pinMessage(ctx, await visibleMessage(ctx, viewer, params.id), body.pinned);
      return { data: null };
    },
    'POST /chats/messages/{id}/purchase': async ({ params, body, viewer, context }) => {
      const message = await visibleMessage(ctx, viewer, params.id);
      const bought = await purchaseContent(ctx, message, {
        ...body,
        key: context.idempotencyKey,
      });
      return {
        data: { ...bought, message: await viewMessage(ctx, params.id, readerOf(viewer, context)) },
      };
    },
  });
};

export const chatsHandlers = (ctx: Ctx, services: Services) => ({
  ...broadcastsHandlers(ctx, services),
  ...readHandlers(ctx),
  ...messageHandlers(ctx),
  ...automationsHandlers(ctx, services),
  ...repliesHandlers(ctx),
  ...handlers({
    'GET /chats/{id}/fan': async ({ params, viewer }) => ({
      data: await viewFan(ctx, services, await ownChat(ctx, viewer, params.id)),
    }),
    'PUT /chats/options': async ({ body, viewer }) => ({
      data: await setOptions(ctx, services, canSetOptions(viewer), body),
    }),
    'PUT /chats/{id}': async ({ params, body, viewer }) => {
      await muteChat(ctx, await ownChat(ctx, viewer, params.id), body.muted);
      return { data: null };
    },
    'POST /chats/{id}/read': async ({ params, body, viewer }) => {
      await readChat(ctx, await ownChat(ctx, viewer, params.id), body.seq ?? null);
      return { data: null };
    },
    'POST /chats/{id}/typing': async ({ params, viewer }) => {
      await publishTyping(ctx, await ownChat(ctx, viewer, params.id));
      return { data: null };
    },
  }),
});

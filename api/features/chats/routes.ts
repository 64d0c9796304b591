// Routes of /chats.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { listChats } from './list-chats.ts';

export const chatsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /chats': ({ query, viewer }) => listChats(ctx, viewer, query),
  });

// The conversations of a viewer, and the people to whom they may write.
import type { Routes } from '@camarim/contract';
import type { ChatId } from '@camarim/contract/features/chats';
import type { QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { cursorOf, pageOf, readCursor } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { type Chat, presentChat } from './present.ts';
import { listChatRows, listContacts } from './store.ts';

/** One page; `cursor` begins the next one, null at the end. */
export const listChats = async (
  ctx: Ctx,
  viewer: Viewer,
  { limit, offset, before, name, unread, requests }: QueryOf<Routes['GET /chats']>,
  adult: boolean,
): Promise<{ data: Chat[]; cursor: string | null }> => {
  // One more row than requested shows whether a next page exists.
  const found = await listChatRows(ctx.db, viewer, {
    name: name || null,
    unread,
    requests,
    now: ctx.clock.now(),
    before: readCursor<ChatId>(before),
    limit: limit + 1,
    offset,
  });
  const { page, cursor } = pageOf(found, limit, ({ last_message_at: at, id }) =>
    cursorOf({ at, id }),
  );
  const others = await summarise(
    ctx,
    page.map(({ other_id }) => other_id),
  );
  return {
    data: page.flatMap((row) => {
      const other = others.get(row.other_id);
      return other ? [presentChat(row, other, adult)] : [];
    }),
    cursor,
  };
};

/** One page of the people to whom the viewer may write. */
export const viewContacts = async (
  ctx: Ctx,
  viewer: Viewer,
  { name, reset, offset, ...filter }: QueryOf<Routes['GET /chats/contacts']>,
): Promise<ProfileSummary[]> => {
  const ids = await listContacts(ctx.db, viewer, {
    ...filter,
    offset: reset ? 0 : offset,
    name: name || null,
    now: ctx.clock.now(),
  });
  const profiles = await summarise(ctx, ids);
  return ids.flatMap((id) => profiles.get(id) ?? []);
};

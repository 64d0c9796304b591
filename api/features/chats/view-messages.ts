// From rows to the messages as one of the two sees them, in batches: one query for all media, one
// for what the receivers own.
import type { Routes } from '@camarim/contract';
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { MediaId } from '@camarim/contract/ids';
import { PINNED_MESSAGES_MAX } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { pageOf } from '../../platform/http/cursor.ts';
import type { RequestContext, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type MediaGroup, viewMedia } from '../media/index.ts';
import { summarise } from '../profiles/index.ts';
import { ownedAmong } from './contents-store.ts';
import {
  findMessage,
  listAfter,
  listBefore,
  listPinned,
  type MessageRow,
  searchMessages,
} from './messages-store.ts';
import { writingIn } from './policy.ts';
import {
  type Message,
  presentChat,
  presentMessage,
  type Sale,
  saleOf,
  withoutWithheld,
} from './present.ts';
import { findChatRow, type PairRow } from './store.ts';

/** The viewer for whom messages are presented. */
export type Reader = Pick<RequestContext, 'locale' | 'adult'> & { viewer: Viewer };

type Page = { data: Message[]; cursor: string | null };

const groupsOf = (
  row: MessageRow,
  { sale, owned }: { sale: Sale | null; owned: ReadonlySet<MediaId> },
  viewer: Viewer,
): MediaGroup[] => {
  const owner = row.sender_id === viewer.profileId;
  const isLocked = (id: MediaId): boolean =>
    sale?.locked === true
      ? !row.free_ids.includes(id)
      : !owner && row.owned_media.includes(id) && !owned.has(id);
  const common = { audience: viewer.profileId, owner };
  // One group for each media, because free ones are seen in another way than locked ones.
  return row.media_ids.map((id) => ({
    ...common,
    ids: [id],
    access: isLocked(id) ? 'preview' : 'full',
  }));
};

/** Media for which it matters whether the receiver owns them otherwise. */
const mediaToLookUp = (row: MessageRow): readonly MediaId[] => {
  if (row.price_centavos === null) return [];
  return row.bought ? row.owned_media : row.media_ids;
};

/** Messages as the viewer sees them, in the order of their rows. */
export const viewMessages = async (
  ctx: Ctx,
  stored: readonly MessageRow[],
  { viewer, locale, adult }: Reader,
): Promise<Message[]> => {
  const rows = stored.map((row) => withoutWithheld(row, viewer.profileId));
  const owned = await ownedAmong(
    ctx.db,
    rows.map((row) => ({
      profileId: row.receiver_id,
      mediaIds: mediaToLookUp(row),
      except: row.content_id,
    })),
  );
  const none: ReadonlySet<MediaId> = new Set();
  const sales = rows.map((row, index) => saleOf(row, owned[index] ?? none, viewer.profileId));
  const groups = rows.map((row, index) =>
    groupsOf(row, { sale: sales[index] ?? null, owned: owned[index] ?? none }, viewer),
  );
  const medias = await viewMedia(ctx, groups.flat(), locale);
  let at = 0;
  return rows.map((row, index) => {
    const count = groups[index]?.length ?? 0;
    const own = medias
      .slice(at, at + count)
      .flatMap(([media], order) => (media ? [{ ...media, order }] : []));
    at += count;
    return presentMessage(row, {
      viewerId: viewer.profileId,
      sale: sales[index] ?? null,
      medias: own,
      adult,
    });
  });
};

/** One message. Throws message.notFound. */
export const viewMessage = async (ctx: Ctx, id: MessageId, reader: Reader): Promise<Message> => {
  const row = await findMessage(ctx.db, id);
  if (!row) throw new AppError('message.notFound');
  return viewRow(ctx, row, reader);
};

export const viewRow = async (ctx: Ctx, row: MessageRow, reader: Reader): Promise<Message> => {
  const [message] = await viewMessages(ctx, [row], reader);
  if (!message) throw new AppError('message.notFound');
  return message;
};

/** Half of the page before the message, and half after it. Throws message.notFound. */
const viewAround = async (
  ctx: Ctx,
  chatId: ChatId,
  messageId: MessageId,
  limit: number,
  reader: Reader,
): Promise<Page> => {
  const start = await findMessage(ctx.db, messageId);
  if (start?.chat_id !== chatId) throw new AppError('message.notFound');
  const half = Math.ceil(limit / 2);
  const older = await listBefore(ctx.db, chatId, start.seq + 1, half);
  const newer = await listAfter(ctx.db, chatId, start.seq, limit - half);
  return { data: await viewMessages(ctx, [...older, ...newer], reader), cursor: null };
};

// One more row than requested shows whether a next page exists.
const viewAfter = async (
  ctx: Ctx,
  chatId: ChatId,
  seq: number,
  limit: number,
  reader: Reader,
): Promise<Page> => {
  const found = await listAfter(ctx.db, chatId, seq, limit + 1);
  const { page, cursor } = pageOf(found, limit, (last) => String(last.seq));
  return { data: await viewMessages(ctx, page, reader), cursor };
};

const viewBefore = async (
  ctx: Ctx,
  chatId: ChatId,
  seq: number,
  limit: number,
  reader: Reader,
): Promise<Page> => {
  const found = await listBefore(ctx.db, chatId, seq, limit + 1);
  const page = found.slice(-limit);
  const data = await viewMessages(ctx, page, reader);
  return { data, cursor: found.length > limit ? String(page[0]?.seq) : null };
};

/**
 * A page of a conversation, oldest first. The cursor is the seq from which the next page in the
 * same direction begins; null at the end.
 */
export const listMessages = async (
  ctx: Ctx,
  pair: Allowed<PairRow>,
  { limit, before, after, startsFrom }: QueryOf<Routes['GET /chats/{slug}/messages']>,
  reader: Reader,
): Promise<Page> => {
  const { chat_id: chatId } = pair;
  if (chatId === null) return { data: [], cursor: null };
  if (startsFrom !== undefined) return viewAround(ctx, chatId, startsFrom, limit, reader);
  if (after !== undefined) return viewAfter(ctx, chatId, after, limit, reader);
  return viewBefore(ctx, chatId, before ?? Number.MAX_SAFE_INTEGER, limit, reader);
};

/** Messages of the conversation with the words in their text, newest first. */
export const searchChat = async (
  ctx: Ctx,
  { chat_id: chatId }: Allowed<PairRow>,
  { text, limit, before }: QueryOf<Routes['GET /chats/{slug}/search']>,
  reader: Reader,
): Promise<Page> => {
  // Without a proof of age nothing is shown, so nothing is found.
  if (chatId === null || !reader.adult) return { data: [], cursor: null };
  const found = await searchMessages(ctx.db, chatId, {
    words: text,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: limit + 1,
    readerId: reader.viewer.profileId,
  });
  const { page, cursor } = pageOf(found, limit, ({ seq }) => String(seq));
  return { data: await viewMessages(ctx, page, reader), cursor };
};

const isRelated = ({ other_is_fan, follows, subscribes }: PairRow): boolean =>
  other_is_fan || follows || subscribes;

/** A person without any relation to the viewer wrote to them first. */
const isRequest = (pair: PairRow): boolean =>
  !pair.has_written && pair.other_has_written && !isRelated(pair);

/** The viewer wrote first, without any relation, and has no reply yet. */
const isUnanswered = (pair: PairRow): boolean =>
  pair.has_written && !pair.other_has_written && !isRelated(pair);

type Room = DataInput<Routes['GET /chats/{slug}']>;

const ENDED = { price: null, refusal: 'chat.ended' } as const;

/** The conversation with what the viewer may do in it. */
export const viewChat = async (ctx: Ctx, pair: Allowed<PairRow>, reader: Reader): Promise<Room> => {
  const { viewer } = reader;
  const { chat_id: chatId } = pair;
  const [profiles, chat, pinned] = await Promise.all([
    summarise(ctx, [pair.other_id]),
    chatId && findChatRow(ctx.db, chatId, viewer.profileId, viewer.producer && isRequest(pair)),
    chatId ? listPinned(ctx.db, chatId, PINNED_MESSAGES_MAX) : [],
  ]);
  const profile = profiles.get(pair.other_id);
  if (!profile) throw new AppError('chat.notFound');
  const { price, refusal } = pair.ended ? ENDED : writingIn(pair, viewer);
  return {
    chat: chat ? presentChat(chat, profile, reader.adult) : null,
    profile,
    writing: { price, refusal, media: viewer.producer && price === 0 },
    lastSeq: pair.last_seq,
    readSeq: pair.read_seq,
    // Reading commits to nothing: who wrote first sees it when there is an answer.
    theirReadSeq: isUnanswered(pair) ? 0 : pair.other_read_seq,
    // Who has not written learns nothing of when the other one was last seen.
    deliveredAt: pair.has_written ? (pair.other_seen_at?.toISOString() ?? null) : null,
    stranger: !pair.other_is_fan && !pair.follows && !pair.subscribes && !pair.has_written,
    links: pair.follows || pair.subscribes,
    pinned: await viewMessages(ctx, pinned, reader),
  };
};

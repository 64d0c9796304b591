// Converts rows of conversations and messages to the contract's shapes, with the wire's spellings
// and with nothing that the viewer may not see.
import type { Routes } from '@camarim/contract';
import type { messageSchema } from '@camarim/contract/features/chats/messages';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import type { z } from 'zod';
import type { MediaView } from '../media/index.ts';
import type { ProfileSummary } from '../profiles/index.ts';
import type { MessageRow } from './messages-store.ts';
import { offeredPrice } from './rules.ts';
import type { ChatRow } from './store.ts';

export type Chat = DataInput<Routes['GET /chats']>[number];
export type Message = z.input<typeof messageSchema>;

/** `adult`: without a proof of age no text of other people is delivered. */
export const presentChat = (row: ChatRow, other: ProfileSummary, adult: boolean): Chat => ({
  id: row.id,
  profileId: other.id,
  name: other.exibitionName,
  domainName: other.domainName,
  profileImage: other.profileImage,
  online: other.online,
  unreadMessages: row.unread_messages,
  lastMessage: row.text_locked || !(adult || row.mine) ? null : row.text || null,
  lastMessageMine: row.mine,
  lastMessageMedia: row.with_media,
  lastMessageOrder: row.order_step,
  lastMessageShow: row.asks_to_show,
  lastMessageSendAt: row.sent_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  muted: row.muted,
  request: row.request,
});

/** What the viewer has to pay for, and how far they have. */
export type Sale = {
  price: Centavos;
  /** What the receiver owned otherwise. */
  owned: number;
  /** Media that the receiver has to pay for. */
  toPay: readonly MediaId[];
  locked: boolean;
};

/**
 * The message without what only its owner sees. What the receiver has not bought is not offered
 * without it, because the price was for all.
 */
export const withoutWithheld = (row: MessageRow, viewerId: ProfileId): MessageRow => {
  if (row.withheld_ids.length === 0 || row.sender_id === viewerId) return row;
  const isShown = (id: MediaId) => !row.withheld_ids.includes(id);
  if (row.price_centavos === null || row.bought)
    return { ...row, media_ids: row.media_ids.filter(isShown) };
  const text = row.text_locked ? '' : row.text;
  return { ...row, text, price_centavos: null, media_ids: row.free_ids.filter(isShown) };
};

/** Null for a message without a price. `owned`: media of it that the receiver owns otherwise. */
export const saleOf = (
  row: MessageRow,
  owned: ReadonlySet<MediaId>,
  viewerId: ProfileId,
): Sale | null => {
  if (row.price_centavos === null) return null;
  const sold = row.media_ids.filter((id) => !row.free_ids.includes(id));
  const toPay = sold.filter((id) => !owned.has(id));
  const ownedCount = sold.length - toPay.length;
  const parts = sold.length + (row.text_locked && row.text !== '' ? 1 : 0);
  const price = offeredPrice(row.price_centavos, parts, ownedCount);
  const receives = row.receiver_id === viewerId;
  return {
    price: receives ? price : row.price_centavos,
    owned: ownedCount,
    toPay,
    locked: receives && !row.bought && price > 0,
  };
};

/** Media that cannot be played yet are in the list of their owner only. */
const canBeShown = ({ status, m3u8 }: MediaView, mine: boolean): boolean =>
  status === 'processed' || (status === 'processing' && (!mine || m3u8 !== null));

const countsOf = (medias: readonly MediaView[]) => {
  const starting = (type: string) =>
    medias.filter(({ contentType }) => contentType.startsWith(type)).length;
  const [images, videos, audios] = [starting('image/'), starting('video/'), starting('audio/')];
  return {
    images,
    videos,
    audios,
    files: medias.length - images - videos - audios,
    durationMs: medias.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
  };
};

/** How the viewer sees a message. */
export type MessageView = {
  viewerId: ProfileId;
  /** Null without a price. */
  sale: Sale | null;
  medias: MediaView[];
  /** Without a proof of age neither text nor media of other people are delivered. */
  adult: boolean;
};

export const presentMessage = (
  row: MessageRow,
  { viewerId, sale, medias, adult }: MessageView,
): Message => {
  const mine = row.sender_id === viewerId;
  const shown = row.unsent_at === null && (mine || adult);
  const locked = sale?.locked === true;
  const sold = medias.filter(({ id }) => !row.free_ids.includes(id as MediaId));
  const there = new Set(sold.filter((media) => canBeShown(media, mine)).map(({ id }) => id));
  return {
    id: row.id,
    chatId: row.chat_id,
    seq: row.seq,
    clientKey: mine ? row.client_key : null,
    sendFromId: row.sender_id,
    receiverId: row.receiver_id,
    mine,
    writer: { kind: row.writer, name: row.writer_name },
    content: shown && !(locked && row.text_locked) ? row.text : '',
    displayMessage: shown && !locked,
    // The receiver's list lacks those that cannot be played yet.
    processing:
      medias.length < row.media_ids.length ||
      medias.some(({ status }) => status === 'created' || status === 'processing'),
    medias: shown ? medias : [],
    withheld: row.withheld_ids.length > 0 && row.unsent_at === null,
    paidContent:
      (sale &&
        row.unsent_at === null && {
          price: sale.price,
          purchased: row.bought,
          locked,
          available: sale.toPay.every((id) => there.has(id)),
          owned: sale.owned,
          version: row.version,
          ...countsOf(sold),
        }) ||
      null,
    fee: row.fee_centavos,
    replyTo:
      row.reply_to_id !== null && row.reply_sender_id !== null
        ? {
            id: row.reply_to_id,
            sendFromId: row.reply_sender_id,
            content: adult || row.reply_sender_id === viewerId ? (row.reply_text ?? '') : '',
          }
        : null,
    order:
      row.order_id !== null && row.order_step !== null
        ? { id: row.order_id, step: row.order_step }
        : null,
    show: row.show_type !== null && row.unsent_at === null ? { type: row.show_type } : null,
    reactions: row.reactions.map(({ profileId, emoji }) => ({
      emoji,
      mine: profileId === viewerId,
    })),
    pinned: row.pinned_at !== null && row.unsent_at === null,
    unsent: row.unsent_at !== null,
    editedAt: row.edited_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
};

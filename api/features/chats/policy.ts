// Who may read and write in conversations. One with a profile that is hidden from the viewer is
// "not found", like one that does not exist.
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { isUuid, type ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { ProducerViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { isProducer } from '../profiles/index.ts';
import { findMessage, type MessageRow } from './messages-store.ts';
import type { FindPairWith } from './together/pair-finder.ts';
import { hasBlockedWord, type WritePermission, writingOf } from './rules.ts';
import { optionsOf } from './options/store.ts';
import { findPair, type PairRow } from './store.ts';

/** What the viewer may write to the other one. */
export const writingIn = (row: PairRow, viewer: Viewer): WritePermission =>
  writingOf({
    senderProduces: viewer.producer,
    receiverProduces: isProducer(row.other_stage),
    receiverIsFan: row.other_is_fan,
    senderFollows: row.follows,
    senderSubscribes: row.subscribes,
    senderInFreeList: row.in_free_list,
    receiverHasWritten: row.other_has_written,
    options: optionsOf(row),
  });

/** What is left of a conversation with a removed account stays with who bought in it. */
const isHiddenPair = ({ hidden, ended }: PairRow): boolean => hidden && !ended;

/**
 * The pair by the id of their conversation or the name of the other one. By name also a
 * conversation that has not begun, if the viewer may begin it or the other one has a page. Throws
 * chat.notFound.
 */
export const visiblePair = async (
  ctx: Ctx,
  viewer: Viewer,
  slug: string,
): Promise<Allowed<PairRow>> => {
  const by = isUuid(slug.toLowerCase()) ? 'chat' : 'name';
  const row = await findPair(ctx.db, viewer, ctx.clock.now(), by, slug);
  if (!row || isHiddenPair(row)) throw new AppError('chat.notFound');
  const known =
    row.chat_id !== null || isProducer(row.other_stage) || writingIn(row, viewer).refusal === null;
  if (!known) throw new AppError('chat.notFound');
  return allow(row);
};

/** A conversation of the viewer. */
export type OwnChat = PairRow & { chat_id: ChatId };

/** Throws chat.notFound. */
export const ownChat = async (ctx: Ctx, viewer: Viewer, id: ChatId): Promise<Allowed<OwnChat>> => {
  const row = await findPair(ctx.db, viewer, ctx.clock.now(), 'chat', id);
  if (!row?.chat_id || isHiddenPair(row)) throw new AppError('chat.notFound');
  return allow({ ...row, chat_id: row.chat_id });
};

/** The two of a message to be sent, and what it costs its sender. */
export type PairForWriting = { row: PairRow; writing: WritePermission & { refusal: null } };

/**
 * Throws profile.notFound, and why the viewer may not write: chat.notContact, chat.followersOnly,
 * chat.membersOnly.
 */
export const canWriteTo = async (
  ctx: Ctx,
  viewer: Viewer,
  receiverId: ProfileId,
  find: FindPairWith = (requester, other) =>
    findPair(ctx.db, requester, ctx.clock.now(), 'profile', other),
): Promise<Allowed<PairForWriting>> => {
  const row = await find(viewer, receiverId);
  if (!row || row.hidden) throw new AppError('profile.notFound');
  const writing = writingIn(row, viewer);
  if (writing.refusal !== null) throw new AppError(writing.refusal);
  return allow({ row, writing });
};

/** Throws message.blockedWord for a text with a word that the other one does not receive. */
export const refuseBlockedWords = (row: PairRow, text: string): void => {
  if (hasBlockedWord(text, optionsOf(row).blockedWords)) throw new AppError('message.blockedWord');
};

/** A message in a conversation of the viewer. */
export type VisibleMessage = { message: MessageRow; pair: OwnChat };

/** Throws message.notFound. */
export const visibleMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: MessageId,
): Promise<Allowed<VisibleMessage>> => {
  const message = await findMessage(ctx.db, id);
  const isMember =
    message?.sender_id === viewer.profileId || message?.receiver_id === viewer.profileId;
  if (!message || !isMember) throw new AppError('message.notFound');
  const pair = await findPair(ctx.db, viewer, ctx.clock.now(), 'chat', message.chat_id);
  if (!pair?.chat_id || isHiddenPair(pair)) throw new AppError('message.notFound');
  return allow({ message, pair: { ...pair, chat_id: pair.chat_id } });
};

/** Throws message.notFound for a message of another person. */
export const ownMessage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: MessageId,
): Promise<Allowed<VisibleMessage>> => {
  const visible = await visibleMessage(ctx, viewer, id);
  if (visible.message.sender_id !== viewer.profileId) throw new AppError('message.notFound');
  return visible;
};

export type OptionsOwner = { profileId: ProfileId };

/** The route guard checked the role. */
export const canSetOptions = ({ profileId }: ProducerViewer): Allowed<OptionsOwner> =>
  allow({ profileId });

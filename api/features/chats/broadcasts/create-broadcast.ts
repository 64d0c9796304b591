// Creating mass messages, changing them, and taking them back.
import { isDeepStrictEqual } from 'node:util';
import type { Routes } from '@camarim/contract';
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { Selection } from '@camarim/contract/features/lists';
import { BROADCAST_AHEAD_DAYS_MAX } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import { attachMedias, findInputUploads } from '../../media/index.ts';
import { submitForReview } from '../../reviews/index.ts';
import {
  canDeclare,
  declareMedia,
  type PostPerformers,
  refuseMedia,
} from '../../verifications/index.ts';
import {
  insertContent,
  isContentSold,
  keepMedia,
  lockContent,
  replaceContent,
} from '../contents-store.ts';
import { checkContent } from '../send-message.ts';
import { submitBroadcast, isUndelivered, scheduleBroadcast } from './reviewable-broadcasts.ts';
import type { BroadcastOwner } from './policy.ts';
import type { ReceiverBatches } from './receivers.ts';
import {
  hasWithheld,
  type BroadcastRow,
  type GroupPrice,
  insertBroadcast,
  lockBroadcast,
  setCancelled,
  setSchedule,
} from './store.ts';
import { announceContent, takeBackContent } from './take-back.ts';

type Draft = BodyOf<Routes['POST /chats/many']>;
type Changes = BodyOf<Routes['PUT /chats/broadcasts/{id}']>;
/** What attaching media needs that was looked up before. */
type AttachRequest = {
  uploads: Awaited<ReturnType<typeof findInputUploads>>;
  /** Locked before the mass message, in the order in which a withdrawal of consent locks both. */
  appearing: Allowed<PostPerformers>;
  now: Date;
};
type Content = Pick<Draft, 'message' | 'medias' | 'price' | 'prices' | 'lockText' | 'free'>;

/** Everyone among those who have not read the one that is sent again. */
const ALL: Selection = { include: [{ kind: 'everyone' }], exclude: [] };

/** A past instant means now. Throws validate.invalid for one too far ahead. */
const instantOf = (sendAt: string | undefined, now: Date): Date => {
  const at = sendAt === undefined ? now : new Date(sendAt);
  if (at.getTime() > now.getTime() + BROADCAST_AHEAD_DAYS_MAX * DAY_MS)
    throw fieldError('sendAt', 'validate.invalid');
  return at > now ? at : now;
};

/**
 * Throws message.empty, message.nothingToSell, and validate.* for prices of groups without one for
 * all.
 */
const check = (viewer: ProducerViewer, { price, prices, ...content }: Content): void => {
  checkContent(viewer, { ...content, price: price ?? undefined });
  if (price === null && prices.length > 0) throw fieldError('price', 'validate.required');
};

/** The order of keys says nothing. */
const isSame = (one: readonly GroupPrice[], other: readonly GroupPrice[]): boolean =>
  isDeepStrictEqual(one, other);

/** Prices and receivers are not reviewed. */
const isContentChanged = (
  { text, media_ids: mediaIds }: BroadcastRow,
  { message, medias }: Changes,
): boolean =>
  message !== text ||
  medias.length !== mediaIds.length ||
  medias.some((media) => !('id' in media) || !mediaIds.includes(media.id));

const attach = async (
  ctx: Ctx,
  tx: Transaction,
  { profileId: ownerId }: Pick<ProducerViewer, 'profileId'>,
  { medias, free }: Content,
  { uploads, appearing, now }: AttachRequest,
) => {
  const attached = await attachMedias(ctx, tx, medias, { ownerId, uploads, now });
  const ids = attached.map(({ id }) => id);
  await declareMedia(tx, appearing, ids, { scope: 'message', now });
  await keepMedia(tx, ids);
  return attached.map(({ id }, place) => ({ id, free: free.includes(place) }));
};

/** Throws what the content is refused for, and list.notFound. */
export const createBroadcast = async (
  ctx: Ctx,
  { checkSelection, checkPrices }: ReceiverBatches,
  viewer: ProducerViewer,
  { ownerId: senderId }: Allowed<BroadcastOwner>,
  draft: Draft,
  key: string | null,
): Promise<BroadcastId> => {
  check(viewer, draft);
  const now = ctx.clock.now();
  const sendAt = instantOf(draft.sendAt, now);
  const selection = { include: draft.include, exclude: draft.exclude };
  await checkSelection(senderId, selection);
  await checkPrices(senderId, draft.prices);
  const uploads = await findInputUploads(ctx, senderId, draft.medias);
  return once(
    ctx.db,
    { profileId: senderId, key, route: 'POST /chats/many', request: draft, now },
    async (tx) => {
      const appearing = await canDeclare(tx, senderId, draft.performerIds, 'message');
      const [id, contentId] = [newId() as BroadcastId, newId() as MessageContentId];
      await insertContent(tx, {
        id: contentId,
        authorId: senderId,
        text: draft.message,
        price: draft.price,
        lockText: draft.lockText,
        medias: await attach(ctx, tx, viewer, draft, { uploads, appearing, now }),
        now,
      });
      const held = await submitForReview(ctx, tx, {
        kind: 'broadcast',
        subjectId: id,
        producerId: senderId,
        held: false,
      });
      await insertBroadcast(tx, {
        id,
        sender_id: senderId,
        content_id: contentId,
        held_at: held ? now : null,
        selection,
        prices: draft.prices,
        resend_of: null,
        send_at: sendAt,
        created_at: now,
      });
      await scheduleBroadcast(ctx, tx, id, sendAt);
      return id;
    },
  );
};

/**
 * Sends the same content to those who have not read it, so that it is sold once. Throws
 * broadcast.notSent, broadcast.withheld and media.withheld.
 */
export const resendBroadcast = async (
  ctx: Ctx,
  row: Allowed<BroadcastRow>,
  key: string | null,
): Promise<BroadcastId> => {
  const now = ctx.clock.now();
  const request = { id: row.id };
  const route = 'POST /chats/broadcasts/{id}/resend';
  return once(ctx.db, { profileId: row.sender_id, key, route, request, now }, async (tx) => {
    const locked = await lockBroadcast(tx, row.id);
    if (locked?.state !== 'sent') throw new AppError('broadcast.notSent');
    if (await hasWithheld(tx, row.content_id)) throw new AppError('broadcast.withheld');
    await refuseMedia(tx, [], row.media_ids, 'message');
    const id = newId() as BroadcastId;
    await insertBroadcast(tx, {
      id,
      sender_id: row.sender_id,
      content_id: row.content_id,
      selection: ALL,
      prices: row.prices,
      resend_of: row.id,
      held_at: null,
      send_at: now,
      created_at: now,
    });
    await scheduleBroadcast(ctx, tx, id, now);
    return id;
  });
};

/**
 * Replaces the content for all receivers. Throws broadcast.ended, broadcast.started for receivers,
 * an instant or prices of groups after it began, message.sold, review.sold for unreviewed content
 * that people have, list.notFound, and what the content is refused for.
 */
export const editBroadcast = async (
  ctx: Ctx,
  { checkSelection, checkPrices }: ReceiverBatches,
  viewer: ProducerViewer,
  row: Allowed<BroadcastRow>,
  changes: Changes,
): Promise<void> => {
  check(viewer, changes);
  const now = ctx.clock.now();
  const selection = {
    include: changes.include ?? row.selection.include,
    exclude: changes.exclude ?? row.selection.exclude,
  };
  if (changes.include || changes.exclude) await checkSelection(row.sender_id, selection);
  if (!isSame(changes.prices, row.prices)) await checkPrices(row.sender_id, changes.prices);
  const uploads = await findInputUploads(ctx, row.sender_id, changes.medias);
  await transaction(ctx.db, async (tx) => {
    const appearing = await canDeclare(tx, row.sender_id, changes.performerIds, 'message');
    const locked = await lockBroadcast(tx, row.id);
    if (!locked || locked.state === 'cancelled' || locked.state === 'unsent')
      throw new AppError('broadcast.ended');
    await lockContent(tx, locked.content_id, 'update');
    if (await isContentSold(tx, locked.content_id)) throw new AppError('message.sold');
    await submitBroadcast(ctx, tx, locked, { content: isContentChanged(row, changes) });
    const { prices } = changes;
    const repriced = !isSame(prices, locked.prices);
    if (changes.include || changes.exclude || changes.sendAt !== undefined || repriced) {
      if (locked.state !== 'scheduled') throw new AppError('broadcast.started');
      const sendAt = changes.sendAt === undefined ? locked.send_at : instantOf(changes.sendAt, now);
      await setSchedule(tx, row.id, { selection, prices, sendAt });
      await scheduleBroadcast(ctx, tx, row.id, sendAt);
    }
    await replaceContent(tx, locked.content_id, {
      text: changes.message,
      price: changes.price,
      lockText: changes.lockText,
      medias: await attach(ctx, tx, viewer, changes, { uploads, appearing, now }),
      editedAt: isUndelivered(locked) ? null : now,
    });
    await announceContent(ctx, tx, locked.content_id);
  });
};

/** Cancels it, or takes it back from who has not bought it. Repeating it changes nothing. */
export const unsendBroadcast = async (ctx: Ctx, row: Allowed<BroadcastRow>): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const locked = await lockBroadcast(tx, row.id);
    if (!locked || locked.state === 'cancelled' || locked.state === 'unsent') return;
    // Sent again, its content is with receivers already.
    if (locked.state === 'scheduled') return setCancelled(tx, row.id);
    await takeBackContent(ctx, tx, locked.content_id);
  });
};

// The decision on a removal request: its media are removed and blocked, or shown again.
import type { Routes } from '@camarim/contract';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import type { BodyOf } from '@camarim/contract/route';
import { MINUTE_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { notifyRemoval, removeContent } from '../decisions/index.ts';
import { blockHashes, hashesLike } from '../media/index.ts';
import { release } from '../withholding/index.ts';
import { type Person, sealContextOf } from './person.ts';
import { notifyDecision } from './notify.ts';
import type { RemovalReviewer } from './policy.ts';
import {
  itemsOf,
  lockRequest,
  markDecided,
  markRemoved,
  type Ground,
  type ItemRow,
  type RequestRow,
  uploadedHashes,
} from './store.ts';

/** A search that fails for longer keeps no decision back. */
const SEARCH_MS = 15 * MINUTE_MS;

/** The rule that the ground of a request names. */
const CODES: Record<Ground, RemovalReason> = {
  intimateImage: 'intimateImage',
  minor: 'childSafety',
  consentWithdrawn: 'consentWithdrawn',
  generated: 'intimateImage',
};

type Decision = BodyOf<Routes['POST /dsb/removals/{id}']>;
type DecisionContext = {
  ctx: Ctx;
  tx: Transaction;
  request: RequestRow;
  reviewer: Allowed<RemovalReviewer>;
  reason: string;
};

/** Throws what refuses a decision at all. */
const requireOpen = async (
  ctx: Ctx,
  tx: Transaction,
  request: RequestRow | null,
  { adminId }: Allowed<RemovalReviewer>,
): Promise<RequestRow> => {
  const now = ctx.clock.now();
  if (!request?.confirmed_at) throw new AppError('removal.notFound');
  if (request.decided_at) throw new AppError('removal.alreadyDecided');
  if (!request.searched_at && now.getTime() - request.confirmed_at.getTime() < SEARCH_MS)
    throw new AppError('removal.searching');
  const person = request.sealed && ctx.seal.open<Person>(sealContextOf(request.id), request.sealed);
  const contact = await ctx.accounts.contactOf(tx, adminId);
  if (person && contact?.email === person.email) throw new AppError('decision.own');
  return request;
};

/**
 * Removes the media and blocks them with the pictures that were sent, without those of media that
 * are kept. Returns how many.
 */
const removeAll = async (
  { ctx, tx, request, reviewer, reason }: DecisionContext,
  items: readonly ItemRow[],
  kept: readonly MediaId[],
): Promise<number> => {
  const { adminId } = reviewer;
  const now = ctx.clock.now();
  const { id: originId, ground } = request;
  const about = { origin: 'removal', originId, code: CODES[ground], reason } as const;
  const owners = new Map<ProfileId, number>();
  const removed: MediaId[] = [];
  for (const { media_id: mediaId, owner_id: ownerId } of items) {
    const target = { kind: 'media', id: mediaId, ownerId, mediaIds: [mediaId] } as const;
    if (!(await removeContent(ctx, tx, { ...about, target, adminId }))) continue;
    removed.push(mediaId);
    owners.set(ownerId, (owners.get(ownerId) ?? 0) + 1);
  }
  await markRemoved(tx, request.id, removed);
  // Buyers of what was withdrawn get their money back, also from other producers.
  if (request.performer_id && removed.length > 0)
    await ctx.jobs.enqueue(tx, 'consents.follow', { performerId: request.performer_id });
  // Plain pictures are blocked by the 64-bit hash of the media that were found, which these have
  // not.
  const sent = (await uploadedHashes(tx, originId)).flatMap(({ hash, plain }) =>
    plain ? [] : hash,
  );
  const shown = await hashesLike(tx, sent, kept);
  const blocked = sent.filter((hash) => !shown.includes(hash));
  // The person would read that something was removed.
  if (items.length + blocked.length === 0) throw new AppError('removal.nothingLeft');
  await blockHashes(tx, blocked, { requestId: originId, reason, adminId, now });
  // One act for each owner, because each of them may contest it.
  for (const ownerId of owners.size > 0 ? owners.keys() : [null])
    await recordAct(tx, {
      adminId,
      action: 'removal.granted',
      profileId: ownerId,
      subjectId: request.id,
      reason,
      now,
    });
  for (const [ownerId, count] of owners)
    await notifyRemoval(ctx, tx, { ...about, ownerId, kind: 'media', count });
  return removed.length;
};

/**
 * Removes all media of the request but those in `keep`, or none, and ends the withholding by the
 * request. Throws removal.notFound, removal.alreadyDecided, removal.searching while copies are
 * looked for, removal.nothingLeft when there is nothing to remove or to block, removal.changed when
 * other media were found since `found` was read, decision.claimed while another person holds it,
 * and decision.own when a media, or the request, is theirs.
 */
export const decideRemoval = async (
  ctx: Ctx,
  reviewer: Allowed<RemovalReviewer>,
  id: string,
  { outcome, reason, found, keep }: Decision,
): Promise<{ removed: number; kept: number }> =>
  transaction(ctx.db, async (tx) => {
    const { adminId } = reviewer;
    const now = ctx.clock.now();
    const request = await requireOpen(ctx, tx, await lockRequest(tx, id), reviewer);
    const items = (await itemsOf(tx, [id])).get(id) ?? [];
    if (request.found !== found) throw new AppError('removal.changed');
    for (const { owner_id: ownerId } of items) refuseOwnDecision(adminId, ownerId);
    const deciding = { ctx, tx, request, reviewer, reason };
    const isKept = ({ media_id: mediaId }: ItemRow): boolean => keep.includes(mediaId);
    const removed =
      outcome === 'removed'
        ? await removeAll(
            deciding,
            items.filter((item) => !isKept(item)),
            items.filter(isKept).map(({ media_id: mediaId }) => mediaId),
          )
        : 0;
    await release(ctx, tx, { cause: 'removal', causeIds: [id] });
    await markDecided(tx, id, { outcome, reason, adminId, now });
    if (outcome === 'refused')
      await recordAct(tx, {
        adminId,
        action: 'removal.refused',
        profileId: null,
        subjectId: id,
        reason,
        now,
      });
    await notifyDecision(ctx, tx, request, { outcome, reason, removed });
    return { removed, kept: items.length - removed };
  });

/**
 * Removes the media of a refused request, because the person contested the refusal; in the caller's
 * transaction, which has refused who owns such a media. Throws removal.nothingLeft when none is
 * stored any more.
 */
export const overturnRefusal = async (
  ctx: Ctx,
  tx: Transaction,
  reviewer: Allowed<RemovalReviewer>,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> => {
  const request = await lockRequest(tx, requestId);
  const items = (await itemsOf(tx, [requestId])).get(requestId) ?? [];
  const removed = request && (await removeAll({ ctx, tx, request, reviewer, reason }, items, []));
  if (!removed) throw new AppError('removal.nothingLeft');
  const { adminId } = reviewer;
  await markDecided(tx, requestId, { outcome: 'removed', reason, adminId, now: ctx.clock.now() });
};

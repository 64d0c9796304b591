// Removes content by a decision: it is withheld from everyone and its pictures are blocked at once,
// and erased when the time to contest is over. A restoration gives all of it back.
import type { OrderId } from '@camarim/contract/features/orders';
import type { CommentId, MediaId, ProfileId } from '@camarim/contract/ids';
import { REMOVAL_REASONS, type RemovalReason } from '@camarim/contract/moderation';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type WithheldTarget, targetsOf } from '../access/index.ts';
import { recountComment } from '../comments/index.ts';
import { blockImages, lockUnfailed, unblockImages, unblockSent } from '../media/index.ts';
import { censorOrder, type OrderTexts, restoreOrder } from '../orders/index.ts';
import { release, withhold } from '../withholding/index.ts';
import { eraseIn } from './erase-removed.ts';
import {
  countHeldByOthers,
  type DecisionOrigin,
  type DecisionRow,
  decisionsFrom,
  insertDecision,
  isUnderLegalHold,
  lockDecision,
  markRestored,
} from './store.ts';
import { isKept, partsOf, type RemovedContent } from './withheld-parts.ts';

/** Six months, as the Marco Civil (article 15) says and the ECA Digital (article 27) refers to. */
const EVIDENCE_DAYS = 184;

export type Removal = {
  target: RemovedContent & { ownerId: ProfileId };
  origin: DecisionOrigin;
  originId: string;
  code: RemovalReason;
  reason: string;
  adminId: ProfileId;
};

/** When what is removed for this reason is erased. */
export const erasedFrom = (
  { APPEAL_DAYS: days }: Pick<Ctx['config'], 'APPEAL_DAYS'>,
  code: RemovalReason,
  now: Date,
): Date => {
  const { erased } = REMOVAL_REASONS[code];
  if (erased === 'atOnce') return now;
  const kept = erased === 'afterEvidence' ? Math.max(EVIDENCE_DAYS, days) : days;
  return new Date(now.getTime() + kept * DAY_MS);
};

/**
 * How many things are shown again, how many something else still hides, and how many were erased:
 * they may be uploaded again.
 */
export type Restoration = { restored: number; stillHeld: number; erased: number };

export const sealContextOf = (id: string): string => `decision ${id}`;

const mediaAmong = (targets: readonly WithheldTarget[]) =>
  targets.flatMap((target) => (target.kind === 'media' ? target.id : []));

/**
 * Records the decision and removes the content, in the caller's transaction; shows and profiles are
 * ended by their own features. Null when a media is gone, or the author of an order wrote nothing
 * in it.
 */
export const removeContent = async (
  ctx: Ctx,
  tx: Transaction,
  { target, origin, originId, code, reason, adminId }: Removal,
): Promise<{ id: string; blocked: number } | null> => {
  const now = ctx.clock.now();
  const { kind, id: targetId, ownerId } = target;
  if (kind === 'media' && !(await lockUnfailed(tx, targetId as never))) return null;
  const texts = kind === 'order' ? await censorOrder(tx, targetId as OrderId, ownerId) : null;
  if (kind === 'order' && !texts) return null;
  const id = newId();
  const row = {
    id,
    target_kind: kind,
    target_id: targetId,
    owner_id: ownerId,
    origin,
    origin_id: originId,
    code,
    reason,
    decided_by: adminId,
    decided_at: now,
    sealed: texts && ctx.seal.seal(sealContextOf(id), texts),
    erase_at: isKept(kind) ? erasedFrom(ctx.config, code, now) : null,
    erased_at: null,
  };
  await insertDecision(tx, row);
  const parts = partsOf(target);
  await withhold(ctx, tx, parts, {
    cause: 'decision',
    causeId: id,
    fromOwner: REMOVAL_REASONS[code].erased === 'afterEvidence',
    wholePosts: REMOVAL_REASONS[code].erased !== 'afterAppeal',
  });
  if (kind === 'comment') await recountComment(ctx, tx, targetId as CommentId, -1);
  let blocked = 0;
  for (const mediaId of mediaAmong(parts)) {
    blocked += await blockImages(tx, { mediaId, reason, adminId, now });
    await recordAct(tx, {
      adminId,
      action: 'media.takenDown',
      profileId: ownerId,
      subjectId: mediaId,
      reason,
      now,
    });
  }
  if (row.erase_at !== null && row.erase_at <= now && !(await isUnderLegalHold(tx, id)))
    await eraseIn(ctx, tx, { ...row, restored_at: null, contested: false });
  return { id, blocked };
};

const restore = async (
  ctx: Ctx,
  tx: Transaction,
  { id, target_kind: kind, target_id: targetId, sealed }: DecisionRow,
  adminId: ProfileId,
): Promise<void> => {
  if (kind === 'order' && sealed)
    await restoreOrder(
      tx,
      targetId as OrderId,
      ctx.seal.open<OrderTexts>(sealContextOf(id), sealed),
    );
  await release(ctx, tx, { cause: 'decision', causeIds: [id] });
  if (kind === 'comment') await recountComment(ctx, tx, targetId as CommentId, 1);
  await markRestored(tx, id, { adminId, now: ctx.clock.now() });
};

/**
 * Gives back all that came of the report, request or media and belongs to this person, in the
 * caller's transaction; what was erased, or ended, stays so, and may be uploaded again. What
 * another decision removed, too, stays hidden: that decision stands until it is contested itself.
 */
export const restoreContent = async (
  ctx: Ctx,
  tx: Transaction,
  { originId, ownerId, adminId }: { originId: string; ownerId: ProfileId; adminId: ProfileId },
): Promise<Restoration> => {
  const ids: string[] = [];
  const medias: MediaId[] = [];
  let erased = 0;
  for (const { id } of await decisionsFrom(tx, originId, ownerId)) {
    const row = await lockDecision(tx, id);
    if (!row?.erase_at || row.restored_at) continue;
    const mediaIds = mediaAmong(await targetsOf(tx, 'decision', id));
    await unblockImages(tx, { mediaIds, at: row.decided_at });
    medias.push(...mediaIds);
    if (row.erased_at) {
      erased += 1;
      continue;
    }
    await restore(ctx, tx, row, adminId);
    ids.push(id);
  }
  await unblockSent(tx, { requestId: originId, mediaIds: medias });
  const stillHeld = await countHeldByOthers(tx, ids);
  return { restored: ids.length - stillHeld, stillHeld, erased };
};

// Places and releases legal holds. What waited to be erased is erased after the release.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import {
  agreementsOn,
  hasSecondPerson,
  refuseOwnDecision,
} from '../../platform/audit/second-person.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { takeReleasedCopies } from '../access/index.ts';
import { blankUnsentOf } from '../chats/index.ts';
import { eraseMedia } from '../media/index.ts';
import { summarise } from '../profiles/index.ts';
import type { HoldKeeper, HoldReader } from './policy.ts';
import {
  insertHold,
  isRemoved,
  listHolds,
  lockHold,
  lockSubjectOwner,
  markReleased,
  takeErasable,
} from './store.ts';

const ERASED_AT_ONCE = 100;

/**
 * Throws legalHold.noSubject, legalHold.alreadyHeld, and decision.own for what is the
 * administrator’s own.
 */
export const placeHold = (
  ctx: Ctx,
  { adminId }: Allowed<HoldKeeper>,
  { subjectKind, subjectId, reason }: BodyOf<Routes['POST /dsb/legal-holds']>,
): Promise<string> =>
  transaction(ctx.db, async (tx) => {
    const ownerId = await lockSubjectOwner(tx, subjectKind, subjectId);
    if (!ownerId) throw new AppError('legalHold.noSubject');
    refuseOwnDecision(adminId, ownerId);
    const now = ctx.clock.now();
    const id = newId();
    const hold = {
      id,
      subject_kind: subjectKind,
      subject_id: subjectId,
      owner_id: ownerId,
      reason,
      placed_by: adminId,
      placed_at: now,
    };
    if (!(await insertHold(tx, hold))) throw new AppError('legalHold.alreadyHeld');
    await recordAct(tx, {
      adminId,
      action: 'legalHold.placed',
      profileId: ownerId,
      subjectId: id,
      reason,
      now,
    });
    return id;
  });

/** A release that one person alone decides erases what an authority asked for. */
const RIGHT = 'content.decide';

/**
 * False while a second person has to agree, which an owner does not need; then it stays in force.
 * Throws legalHold.notFound, and decision.own.
 */
export const releaseHold = (
  ctx: Ctx,
  { adminId, isOwner }: Allowed<HoldKeeper>,
  id: string,
  reason: string,
): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const hold = await lockHold(tx, id);
    if (!hold) throw new AppError('legalHold.notFound');
    refuseOwnDecision(adminId, hold.owner_id);
    const act = { adminId, profileId: hold.owner_id, subjectId: id, reason, now };
    const agreement = { ...act, action: 'legalHold.agreed', right: RIGHT } as const;
    if (!isOwner && !(await hasSecondPerson(tx, ctx.config, agreement))) return false;
    await markReleased(tx, id, { adminId, now });
    if (hold.subject_kind === 'account') {
      await blankUnsentOf(tx, hold.owner_id);
      if (await isRemoved(tx, hold.owner_id))
        await ctx.jobs.enqueue(tx, 'auth.erase', { profileId: hold.owner_id });
    }
    await ctx.jobs.enqueue(tx, 'legalHolds.erase', {});
    await recordAct(tx, { ...act, action: 'legalHold.released' });
    return true;
  });

const eraseCopies = (ctx: Ctx): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const copies = await takeReleasedCopies(tx, ERASED_AT_ONCE);
    for (const { kind, subjectId } of copies)
      if (kind === 'producer' || kind === 'performer')
        await ctx.jobs.enqueue(tx, 'documents.sweep', { group: kind, id: subjectId });
    return copies.length;
  });

/**
 * Erases media whose erasure waited for a hold that is over, and copies of what was deleted or
 * changed during it.
 */
export const eraseReleased = async (ctx: Ctx): Promise<void> => {
  while ((await eraseCopies(ctx)) === ERASED_AT_ONCE);
  for (;;) {
    const count = await transaction(ctx.db, async (tx) => {
      const ids = await takeErasable(tx, ERASED_AT_ONCE);
      await eraseMedia(ctx, tx, ids);
      return ids.length;
    });
    if (count < ERASED_AT_ONCE) return;
  }
};

export const viewHolds = async (
  ctx: Ctx,
  { readerId, readsReasons }: Allowed<HoldReader>,
  { released, ownerId, search, limit, offset }: QueryOf<Routes['GET /dsb/legal-holds']>,
): Promise<DataInput<Routes['GET /dsb/legal-holds']>> => {
  const rows = await listHolds(
    ctx.db,
    { released, ownerId: ownerId ?? null, search: search || null, byReason: readsReasons },
    { limit, offset },
  );
  const proposals = await Promise.all(
    rows.map(({ id }) =>
      readsReasons && !released ? agreementsOn(ctx, { right: RIGHT, subjectId: id }) : [],
    ),
  );
  const ids = [
    ...rows.flatMap((row) =>
      [row.owner_id, row.placed_by, row.released_by].filter((id) => id !== null),
    ),
    ...proposals.flat().map(({ adminId }) => adminId),
  ];
  const people = await summarise(ctx, [...new Set(ids)]);
  return rows.map((row, index) => ({
    id: row.id,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    owner: people.get(row.owner_id) ?? null,
    reason: readsReasons ? row.reason : null,
    placedBy: people.get(row.placed_by) ?? null,
    placedAt: row.placed_at.toISOString(),
    releasedBy: row.released_by && (people.get(row.released_by) ?? null),
    releasedAt: row.released_at?.toISOString() ?? null,
    releaseReason: readsReasons ? row.release_reason : null,
    proposals: (proposals[index] ?? []).map(({ adminId, reason, at }) => ({
      by: people.get(adminId)?.domainName ?? '',
      own: adminId === readerId,
      reason,
      at: at.toISOString(),
    })),
  }));
};

// Which decisions of administrators a member may appeal, with a help ticket about the decision, and
// what happens when the appeal is won.
import type { AppealEffect } from '@camarim/contract/features/help';
import type { ProfileId } from '@camarim/contract/ids';
import { REASON_MAX } from '@camarim/contract/limits';
import type { StaffRight } from '@camarim/contract/staff';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import type { AdminAction } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import {
  DECISIONS_MADE,
  overturnLabel,
  type Restoration,
  restoreContent,
} from '../decisions/index.ts';
import { overturnRefusal } from '../removals/index.ts';
import { overturnDismissal } from '../reports/index.ts';
import { restoreReviewIn } from '../reviews/index.ts';
import type { TicketReader } from './policy.ts';
import { type Remedy, remedyFor } from './remedies.ts';
import { isReplaced, type TicketRow } from './store.ts';

/** In the audit log, about the member's profile. */
export const APPEALABLE: readonly AdminAction[] = [
  'report.upheld',
  'review.refused',
  'removal.granted',
  'media.takenDown',
  'media.labelled',
  'post.labelled',
  ...DECISIONS_MADE,
];

/**
 * What happens by itself if the decision does not stand; null: the ticket is no appeal.
 */
export const effectOf = async (
  ctx: Ctx,
  db: Database,
  { id, appeal, profile_id: ownerId }: TicketRow,
): Promise<AppealEffect | null> => {
  if (!appeal) return null;
  if (appeal.reportId !== null || appeal.removalId !== null) return 'removes';
  const remedy = remedyFor(appeal.action);
  if (!remedy || !ownerId) return 'restores';
  if (await isReplaced(db, id, remedy.replacedBy)) return 'none';
  return remedy.effectOf(ctx, db, { subjectId: appeal.subjectId, ownerId });
};

/** The right that an answer needs: of an appeal, beside that to decide about content. */
export const rightFor = ({ appeal }: Pick<TicketRow, 'appeal'>): StaffRight => {
  if (!appeal) return 'help.decide';
  const remedy = remedyFor(appeal.action);
  return (appeal.aboutStaff && remedy?.rightAboutStaff) || (remedy?.right ?? 'content.decide');
};

/** `reason`: the answer, which the person reads. */
export type WonAppeal = { row: TicketRow; reader: TicketReader; reason: string };

/**
 * `undone`: false where the decision could not be undone any more. `waitsForSecond`: it is undone
 * when a second person agrees.
 */
type OverturnResult = Restoration & {
  undone: boolean;
  waitsForSecond?: boolean;
};

/**
 * Another administrator may have taken the refusal back since the appeal; nothing was written then.
 */
const restoreUnlessDone = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  by: { id: string; reason: string },
  adminId: ProfileId,
): Promise<{ published: boolean }> => {
  try {
    return await restoreReviewIn(ctx, services, tx, allow({ adminId }), by);
  } catch (error) {
    if (error instanceof AppError && error.code === 'review.notRefused')
      return { published: false };
    throw error;
  }
};

const shown = (restored: number): OverturnResult => ({
  restored,
  stillHeld: 0,
  erased: 0,
  undone: true,
});

const undo = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  { row, reader, reason }: WonAppeal,
  remedy: Remedy,
): Promise<OverturnResult> => {
  const { appeal, profile_id: ownerId } = row;
  if (!appeal || !ownerId) return { ...shown(0), undone: false };
  await remedy.lock(tx, { subjectId: appeal.subjectId, ownerId });
  const effect = await effectOf(ctx, tx, row);
  if (effect === 'none' || effect === 'spent') return { ...shown(0), undone: false };
  const act = { subjectId: appeal.subjectId, ownerId, reason, ...reader };
  const waitsForSecond = (await remedy.undo({ ctx, services }, tx, act)) === 'waits';
  return { ...shown(0), waitsForSecond };
};

/**
 * Carries out the contrary of the decision, in the caller's transaction: removed content is back, a
 * refusal before publication and a label of AI are taken back, what a refused report or removal
 * request was about is removed, and what a decision about a person did ends (remedies.ts). Throws
 * report.nothingToRemove, removal.nothingLeft, and transaction.spent when the money of an order was
 * spent in the meantime.
 */
export const overturn = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  won: WonAppeal,
): Promise<OverturnResult> => {
  const { row, reader } = won;
  const { adminId } = reader;
  const { appeal, profile_id: ownerId } = row;
  if (!appeal) return shown(0);
  const { action, subjectId, reportId, removalId } = appeal;
  const reason = won.reason.slice(0, REASON_MAX);
  if (reportId !== null) {
    await overturnDismissal(ctx, tx, allow({ adminId }), { reportId, reason });
    return shown(0);
  }
  if (removalId !== null) {
    await overturnRefusal(ctx, tx, allow({ adminId }), { requestId: removalId, reason });
    return shown(0);
  }
  if (ownerId === null) return shown(0);
  const remedy = remedyFor(action);
  if (remedy) return undo(ctx, services, tx, { row, reader, reason }, remedy);
  if (action === 'review.refused') {
    const by = { id: subjectId, reason };
    const { published } = await restoreUnlessDone(ctx, services, tx, by, adminId);
    return shown(published ? 1 : 0);
  }
  if (action === 'media.labelled' || action === 'post.labelled') {
    const by = { id: subjectId, ownerId, adminId, reason };
    return shown((await overturnLabel(ctx, services, tx, by)) ? 1 : 0);
  }
  const restored = await restoreContent(ctx, tx, { originId: subjectId, ownerId, adminId });
  return { ...restored, undone: true };
};

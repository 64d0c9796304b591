// Decisions of the team about labels of AI: recorded, reported to the owner with their reason, and
// taken back when an appeal against them is won.
import type { ProfileId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { dayText } from '../../platform/text/day.ts';
import { text } from '../../platform/text/text.ts';
import { notify } from '../notifications/index.ts';
import {
  insertLabel,
  isNewestLabel,
  type LabelRow,
  lockLabel,
  markOverturned,
} from './label-store.ts';
import { appealUntil, labelText } from './notify.ts';

/** A decision that its feature has stored. */
export type LabelDecision = {
  target: { kind: 'media' | 'post'; id: string; ownerId: ProfileId };
  /** Null: the decision before is taken back, so that owner and file say it. */
  label: AiChoice | null;
  labelBefore: AiChoice | null;
  reason: string;
  adminId: ProfileId;
};

/**
 * Stores what the team says of one media or post, and returns what it said before; null: it is
 * gone.
 */
export type SetLabel = (
  tx: Transaction,
  id: string,
  label: AiChoice | null,
) => Promise<{ before: AiChoice | null } | null>;

declare module '../../feature.ts' {
  interface Services {
    /** For the features that label: they set the label in the same transaction. */
    recordLabel(tx: Transaction, decision: LabelDecision): Promise<void>;
    setMediaLabel: SetLabel;
    setPostLabel: SetLabel;
  }
}

const record = async (
  ctx: Ctx,
  tx: Transaction,
  { target: { kind, id: targetId, ownerId }, label, labelBefore, reason, adminId }: LabelDecision,
): Promise<LabelRow> => {
  const row = {
    id: newId(),
    target_kind: kind,
    target_id: targetId,
    owner_id: ownerId,
    label,
    label_before: labelBefore,
    reason,
    decided_by: adminId,
    decided_at: ctx.clock.now(),
  };
  await insertLabel(tx, row);
  await recordAct(tx, {
    adminId,
    action: `${kind}.labelled`,
    profileId: ownerId,
    subjectId: row.id,
    reason: `${label ?? 'undecided'}: ${reason}`,
    now: row.decided_at,
  });
  return { ...row, overturned_at: null };
};

const notifyOwner = async (
  ctx: Ctx,
  tx: Transaction,
  { id, target_kind: kind, owner_id: ownerId, label, reason, decided_at: decidedAt }: LabelRow,
): Promise<void> => {
  await notify(ctx, tx, { profileId: ownerId, type: 'aiLabelDecided', text: reason });
  const person = await ctx.accounts.contactOf(tx, ownerId);
  if (!person) return;
  const { email: to, locale, name } = person;
  const what = text(locale, `decision.yours.${kind}`);
  if (label === null)
    return ctx.mail.send(tx, {
      to,
      locale,
      template: 'aiLabelTakenBack',
      params: { name, what, reason },
    });
  return ctx.mail.send(tx, {
    to,
    locale,
    template: 'aiLabelDecided',
    params: {
      name,
      what,
      label: labelText(locale, label),
      reason,
      until: dayText(appealUntil(ctx.config, decidedAt), locale),
      link: `${ctx.config.publicUrl}/help?appeal=${id}`,
    },
  });
};

/** Nothing is recorded when the same was decided before. */
export const recordLabel = async (
  ctx: Ctx,
  tx: Transaction,
  decision: LabelDecision,
): Promise<void> => {
  if (decision.label === decision.labelBefore) return;
  await notifyOwner(ctx, tx, await record(ctx, tx, decision));
};

/**
 * What was said before the decision is said again, unless a later decision has replaced it; in the
 * caller's transaction, whose answer tells the owner. Returns whether the label changed.
 */
export const overturnLabel = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  {
    id,
    ownerId,
    adminId,
    reason,
  }: { id: string; ownerId: ProfileId; adminId: ProfileId; reason: string },
): Promise<boolean> => {
  const row = await lockLabel(tx, id, ownerId);
  if (!row || row.overturned_at) return false;
  await markOverturned(tx, id, ctx.clock.now());
  if (!(await isNewestLabel(tx, row))) return false;
  const set = row.target_kind === 'media' ? services.setMediaLabel : services.setPostLabel;
  const changed = await set(tx, row.target_id, row.label_before);
  if (!changed) return false;
  await record(ctx, tx, {
    target: { kind: row.target_kind, id: row.target_id, ownerId },
    label: row.label_before,
    labelBefore: changed.before,
    reason,
    adminId,
  });
  return true;
};

// Decisions of administrators, the same for every kind of verification: one transaction checks
// state, documents and second approval, records the decision and its audit entry, and emails the
// person.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { hasSecondPerson, refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { requireViewed, sweepDocuments } from './documents/documents.ts';
import {
  type Decision,
  type VerificationKind,
  type VerificationState,
  canDecide,
  policyOf,
} from './kinds.ts';
import type { Reviewer } from './policy.ts';
import { blankPerson, recordDecision } from './store.ts';

/** What is decided on: a request of this profile, or a performer whom this profile registered. */
export type VerificationCase = {
  kind: VerificationKind;
  id: string;
  profile_id: ProfileId;
  state: VerificationState;
};

type DecisionInput = { decision: Decision; reason: string };

/** What the email names: a performer's stage name, and how many posts were hidden. */
export type Effects = { stage?: string; posts?: number };
/** What a decision changes elsewhere, in its transaction. */
type ApplyEffects<Case> = (tx: Transaction, found: Case, now: Date) => Promise<Effects>;

/** In the caller's transaction: deletes personal data, and documents by a job. */
export const eraseCase = async (
  { jobs }: Ctx,
  tx: Transaction,
  { kind, id }: Pick<VerificationCase, 'kind' | 'id'>,
): Promise<void> => {
  await blankPerson(tx, kind, id);
  await jobs.enqueue(tx, 'documents.sweep', { group: kind, id });
};

/** In the caller's transaction, which has checked that the decision is possible. */
export const applyDecision = async <Case extends VerificationCase>(
  ctx: Ctx,
  tx: Transaction,
  adminId: ProfileId,
  found: Case,
  { decision, reason }: DecisionInput,
  applyEffects: ApplyEffects<Case>,
): Promise<Effects> => {
  const { kind, id, profile_id: profileId } = found;
  const policy = policyOf(kind).decisions[decision];
  if (!policy) throw new AppError(`${kind}.alreadyDecided`);
  const now = ctx.clock.now();
  await recordDecision(tx, { kind, id, stage: policy.stage, reason, adminId, now });
  const effects = await applyEffects(tx, found, now);
  await recordAct(tx, { adminId, action: policy.audit, profileId, subjectId: id, reason, now });
  const person = await ctx.accounts.contactOf(tx, profileId);
  if (person)
    await ctx.mail.send(tx, {
      to: person.email,
      locale: person.locale,
      template: policy.email,
      params: {
        name: person.name,
        reason,
        link: `${ctx.config.publicUrl}${policy.page(id)}`,
        stage: effects.stage ?? '',
        posts: String(effects.posts ?? ''),
      },
    });
  if (policyOf(kind).erasedBy.includes(decision)) await eraseCase(ctx, tx, found);
  return effects;
};

/** Throws documents.notViewed. True when no other administrator has to approve as well. */
export const isApprovalComplete = async (
  { config }: Ctx,
  tx: Transaction,
  adminId: ProfileId,
  { kind, id, profile_id: profileId, state }: VerificationCase,
  reason: string,
  now: Date,
): Promise<boolean> => {
  const { documents, documentsOpenedIn, firstApproval: action } = policyOf(kind);
  if (documentsOpenedIn.includes(state))
    await requireViewed(tx, adminId, { group: kind, id }, documents);
  return (
    action === null ||
    hasSecondPerson(tx, config, {
      adminId,
      action,
      right: 'identity.decide',
      profileId,
      subjectId: id,
      reason,
      now,
    })
  );
};

/**
 * Decides on the case that `find` returns locked. `effects` is null while a second administrator
 * has to approve too; then nothing has changed. Throws the kind's error for a decision that its
 * state does not allow, decision.own, documents.notViewed, and validate.required when a refusal has
 * no reason.
 */
export const decideCase = async <Case extends VerificationCase>(
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  { decision, reason }: DecisionInput,
  find: (tx: Transaction, now: Date) => Promise<Case>,
  applyEffects: ApplyEffects<Case>,
): Promise<{ found: Case; effects: Effects | null }> => {
  if (decision !== 'approve' && reason === '') throw fieldError('reason', 'validate.required');
  const decided = await transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const found = await find(tx, now);
    if (!canDecide(found.kind, found.state, decision))
      throw new AppError(`${found.kind}.alreadyDecided`);
    refuseOwnDecision(adminId, found.profile_id);
    const complete =
      decision !== 'approve' || (await isApprovalComplete(ctx, tx, adminId, found, reason, now));
    const ruling = { decision, reason };
    const effects = complete
      ? await applyDecision(ctx, tx, adminId, found, ruling, applyEffects)
      : null;
    return { found, effects };
  });
  const { kind, id } = decided.found;
  // At once; if this process dies before, the job of `eraseCase` deletes them.
  if (decided.effects && policyOf(kind).erasedBy.includes(decision))
    await sweepDocuments(ctx, { group: kind, id });
  return decided;
};

// The performer's answer to a request for consent, by the link of their email, and the erasure of
// their data.
import type { Routes } from '@camarim/contract';
import { CONSENT_SCOPES } from '@camarim/contract/features/verifications/performers';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import { eraseCase } from '../decide.ts';
import { type ConsentChange, consentsOf, insertConsents } from './consent-store.ts';
import { lockByToken, signByLink } from './link.ts';
import { notifyAnswer } from './notify-answer.ts';
import { canAnswer, isScopeWithdrawn } from './rules.ts';
import { listErasablePerformers, recordAnswer } from './store.ts';
import type { PostVisibility } from './visibility.ts';
import { withdrawConsent } from './withdraw.ts';

export type ConsentAnswer = BodyOf<Routes['POST /publics/performers/answer']>;

const changesOf = ({ answer, scopes }: Pick<ConsentAnswer, 'answer' | 'scopes'>): ConsentChange[] =>
  answer === 'refuse'
    ? [{ act: 'refusal', scope: null, mediaId: null }]
    : scopes.map((scope) => ({ act: 'grant', scope, mediaId: null }));

/**
 * In one transaction: records the answer in the ledger and emails both sides; a withdrawal is one
 * from everything. Throws token.invalid, performer.alreadyAnswered, and validate.required for a
 * consent to nothing.
 */
export const answerRequest = async (
  ctx: Ctx,
  postVisibility: PostVisibility,
  { token, answer, scopes }: ConsentAnswer,
  address: string,
): Promise<DataInput<Routes['POST /publics/performers/answer']>> => {
  if (answer === 'withdraw')
    return withdrawConsent(
      ctx,
      postVisibility,
      { token, scopes: [...CONSENT_SCOPES], mediaIds: null },
      address,
    );
  const now = ctx.clock.now();
  return transaction(ctx.db, async (tx) => {
    const row = await lockByToken(tx, token, now);
    if (!canAnswer(row, answer)) throw new AppError('performer.alreadyAnswered');
    if (answer === 'consent' && scopes.length === 0)
      throw fieldError('scopes', 'validate.required');
    const consent = answer === 'consent' ? 'given' : 'refused';
    const performer = { id: row.id, producerId: row.profile_id };
    await insertConsents(tx, performer, changesOf({ answer, scopes }), signByLink(address, now));
    await recordAnswer(tx, row.id, { consent, now });
    await notifyAnswer(ctx, tx, row, answer, 0);
    if (answer === 'refuse') await eraseCase(ctx, tx, row);
    return { consent, posts: 0 };
  });
};

/**
 * Consents to more, by the link to withdraw. Throws token.invalid and performer.alreadyAnswered.
 */
export const grantMore = (
  ctx: Ctx,
  { token, scopes }: BodyOf<Routes['POST /publics/performers/grant']>,
  address: string,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const row = await lockByToken(tx, token, now);
    const before = await consentsOf(tx, row.id);
    const withdrawn = scopes.some((scope) => isScopeWithdrawn(before, scope));
    if (row.consent !== 'given' || withdrawn) throw new AppError('performer.alreadyAnswered');
    const performer = { id: row.id, producerId: row.profile_id };
    const changes = changesOf({ answer: 'consent', scopes });
    await insertConsents(tx, performer, changes, signByLink(address, now));
  });

/**
 * Erases legal data and documents of the producer's performers, except those in posts that were
 * bought: their consent must stay on record as long as the post. Runs after posts were removed.
 */
export const erasePerformersOf = async (ctx: Ctx, producerId: ProfileId): Promise<void> => {
  for (const id of await listErasablePerformers(ctx.db, producerId))
    await transaction(ctx.db, (tx) => eraseCase(ctx, tx, { kind: 'performer', id }));
};

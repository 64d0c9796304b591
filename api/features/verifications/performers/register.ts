// A producer's performers: registers them with documents and the request for consent, presents and
// removes them, and declares them in posts.
import type { Routes } from '@camarim/contract';
import type { PerformerId, PostId } from '@camarim/contract/ids';
import { PERFORMERS_MAX } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { eraseCase } from '../decide.ts';
import type { OwnPerformer, PerformerManager, PostPerformers } from '../policy.ts';
import { identityFaultsOf } from '../producer/rules.ts';
import { hashOfDocument, sealContextOf } from '../secrets.ts';
import { refuseFaults, submitWithDocuments } from '../submit.ts';
import { createLink } from './link-address.ts';
import { sendLink } from './lost-link.ts';
import { canBeTagged } from './rules.ts';
import {
  type PerformerRow,
  type Person,
  countPerformers,
  deletePerformer,
  insertDeclaration,
  insertPerformer,
  lockPerformer,
} from './store.ts';

export const presentPerformer = (
  row: PerformerRow,
): DataInput<Routes['GET /performers']>[number] => ({
  id: row.id,
  stageName: row.stage_name,
  consent: row.consent,
  review: row.review,
  reason: row.reason,
  mayBeTagged: canBeTagged(row),
  posts: row.posts,
  medias: row.medias,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
});

type NewRecord = BodyOf<Routes['POST /performers']>;

/**
 * Stores data and documents sealed, and asks the person for consent by email. Throws validate.*
 * with the field, performer.tooMany, and upload.* of the documents; then nothing is stored.
 */
export const addPerformer = async (
  ctx: Ctx,
  { producerId }: Allowed<PerformerManager>,
  record: NewRecord,
): Promise<PerformerId> => {
  const { fullName, document, birthDate, email, stageName } = record;
  const now = ctx.clock.now();
  refuseFaults(identityFaultsOf(record, now));
  const id = newId() as PerformerId;
  const documentHash = await hashOfDocument(ctx.db, 'performer', document);
  await submitWithDocuments(
    ctx,
    { kind: 'performer', id, ownerId: producerId },
    record,
    async (tx) => {
      const producer = await ctx.accounts.contactOf(tx, producerId);
      // With the producer's own address the producer would answer instead of the performer.
      if (!producer || producer.email === email) throw fieldError('email', 'validate.invalid');
      if ((await countPerformers(tx, producerId)) >= PERFORMERS_MAX)
        throw new AppError('performer.tooMany', { max: PERFORMERS_MAX });
      const { address, ...link } = createLink(ctx);
      const person: Person = { fullName, document, birthDate, email };
      const written = await insertPerformer(tx, {
        id,
        producerId,
        stageName,
        sealed: ctx.seal.seal(sealContextOf({ kind: 'performer', id }), person),
        documentHash,
        ...link,
        now,
      });
      if (!written) throw fieldError('document', 'validate.taken');
      await ctx.mail.send(tx, {
        to: email,
        locale: producer.locale,
        template: 'performerAsked',
        params: { stage: stageName, producer: producer.name, link: address },
      });
    },
  );
  return id;
};

/** Emails from a producer to one of their performers: the producer typed the address. */
const RESEND_LIMIT = { limit: 3, windowSeconds: 86_400 };

/**
 * Sends the email again, with a new link to answer or the same one to withdraw. Throws
 * performer.alreadyAnswered after a refusal or withdrawal, and request.tooMany.
 */
export const resendRequest = async (
  ctx: Ctx,
  { row: { id } }: Allowed<OwnPerformer>,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const row = await lockPerformer(tx, id);
    const open = row?.consent === 'asked' || row?.consent === 'given';
    if (!row || !open || !(await sendLink(ctx, tx, row, 'pt')))
      throw new AppError('performer.alreadyAnswered');
    const { allowed, resetsInSeconds } = await ctx.strictLimits
      .in(tx)
      .take(`performer.ask|${id}`, RESEND_LIMIT);
    if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  });
};

/** Throws performer.inPosts: consent stays on record as long as what it was given for. */
export const removePerformer = async (
  ctx: Ctx,
  { row: { id } }: Allowed<OwnPerformer>,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    await lockPerformer(tx, id);
    if (!(await deletePerformer(tx, id))) throw new AppError('performer.inPosts');
    await eraseCase(ctx, tx, { kind: 'performer', id });
  });
};

/**
 * Records the owner's declaration of who appears in the post: these performers, or with none of
 * them the owner alone.
 */
export const declarePerformers = (
  tx: Transaction,
  { producerId, performerIds }: Allowed<PostPerformers>,
  postId: PostId,
  now: Date,
): Promise<void> =>
  insertDeclaration(tx, { id: newId(), postId, declaredBy: producerId, performerIds, now });

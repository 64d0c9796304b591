// A producer's performers: registers them with documents and the request for consent, presents and
// removes them, and declares them in posts.
import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { PerformerId, PostId, ProfileId } from '@camarim/contract/ids';
import { type Locale, PERFORMERS_MAX } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteDocuments, deleteUploads, storeDocuments } from '../documents/documents.ts';
import { identityFaultsOf } from '../producer/rules.ts';
import type { OwnPerformer, PerformerManager, PostPerformers } from './policy.ts';
import { canBeTagged } from './rules.ts';
import {
  type Link,
  type PerformerRow,
  type Person,
  countPerformers,
  deletePerformer,
  insertDeclaration,
  insertPerformer,
  lockPerformer,
  updateLink,
} from './store.ts';

const LINK_LIFETIME_MS = 30 * 86_400_000;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The link in an email to a performer. A link to withdraw does not expire. The token is in the
 * fragment, which appears in no server log; the database has its hash.
 */
export const createLink = (
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  purpose: 'answer' | 'withdraw',
): Link & { address: string } => {
  const token = randomBytes(32).toString('base64url');
  return {
    tokenHash: hashOfToken(token),
    tokenExpiresAt:
      purpose === 'answer' ? new Date(clock.now().getTime() + LINK_LIFETIME_MS) : null,
    address: `${config.publicUrl}/performer#${token}`,
  };
};

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
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
});

/** Contact data, which auth provides. */
export type ContactLookup = {
  contactOf(
    tx: Transaction,
    profileId: ProfileId,
  ): Promise<{ email: string; name: string; locale: Locale } | null>;
};

export const performerSealContext = (id: PerformerId): string => `performers/${id}`;

type NewRecord = BodyOf<Routes['POST /performers']>;

const uploadsOf = ({ documentFrontKey, selfieKey }: NewRecord) => {
  if (documentFrontKey === selfieKey) throw fieldError('selfieKey', 'validate.invalid');
  return [
    { name: 'documentFront', key: documentFrontKey },
    { name: 'selfie', key: selfieKey },
  ] as const;
};

const requireValid = (record: NewRecord, now: Date): void => {
  const fields = identityFaultsOf(record, now);
  const [first] = Object.values(fields);
  if (first)
    throw new AppError(Object.keys(fields).length === 1 ? first.code : 'validate.invalidRequest', {
      fields,
    });
};

/**
 * Stores data and documents sealed, and asks the person for consent by email. Throws validate.*
 * with the field, performer.tooMany, and upload.* of the documents; then nothing is stored.
 */
export const addPerformer = async (
  platform: Platform,
  { contactOf }: ContactLookup,
  { producerId }: Allowed<PerformerManager>,
  record: NewRecord,
): Promise<PerformerId> => {
  const { fullName, document, birthDate, email, stageName } = record;
  const now = platform.clock.now();
  requireValid(record, now);
  const given = uploadsOf(record);
  const id = randomUUIDv7() as PerformerId;
  const holder = { group: 'performer', id } as const;
  const documentHash = createHmac(
    'sha256',
    await installationSecret(platform.db, 'performer.document'),
  )
    .update(document)
    .digest();
  await storeDocuments(platform, producerId, holder, given);
  try {
    await transaction(platform.db, async (tx) => {
      const producer = await contactOf(tx, producerId);
      // With the producer's own address the producer would answer instead of the performer.
      if (!producer || producer.email === email) throw fieldError('email', 'validate.invalid');
      if ((await countPerformers(tx, producerId)) >= PERFORMERS_MAX)
        throw new AppError('performer.tooMany', { max: PERFORMERS_MAX });
      const { address, ...link } = createLink(platform, 'answer');
      const person: Person = { fullName, document, birthDate, email };
      const written = await insertPerformer(tx, {
        id,
        producerId,
        stageName,
        sealed: platform.seal.seal(performerSealContext(id), person),
        documentHash,
        ...link,
        now,
      });
      if (!written) throw fieldError('document', 'validate.taken');
      await platform.mail.send(tx, {
        to: email,
        locale: producer.locale,
        template: 'performerAsked',
        params: { stage: stageName, producer: producer.name, link: address },
      });
    });
  } catch (error) {
    await deleteDocuments(platform, holder);
    throw error;
  }
  await deleteUploads(platform, given);
  return id;
};

/**
 * Sends the email again with a new link. Throws performer.alreadyAnswered after a refusal or
 * withdrawal.
 */
export const resendRequest = async (
  platform: Platform,
  { contactOf }: ContactLookup,
  { row: { id, producer_id: producerId } }: Allowed<OwnPerformer>,
): Promise<void> => {
  await transaction(platform.db, async (tx) => {
    const row = await lockPerformer(tx, id);
    const producer = await contactOf(tx, producerId);
    if (!row?.sealed || !producer || (row.consent !== 'asked' && row.consent !== 'given'))
      throw new AppError('performer.alreadyAnswered');
    const { address, ...link } = createLink(
      platform,
      row.consent === 'given' ? 'withdraw' : 'answer',
    );
    await updateLink(tx, id, link);
    const { email: to } = platform.seal.open<Person>(performerSealContext(id), row.sealed);
    const template = row.consent === 'given' ? 'performerConsented' : 'performerAsked';
    await platform.mail.send(tx, {
      to,
      locale: producer.locale,
      template,
      params: { stage: row.stage_name, producer: producer.name, link: address },
    });
  });
};

/** Throws performer.inPosts: consent stays on record as long as the posts that it was given for. */
export const removePerformer = async (
  platform: Platform,
  { row: { id } }: Allowed<OwnPerformer>,
): Promise<void> => {
  await transaction(platform.db, async (tx) => {
    await lockPerformer(tx, id);
    if (!(await deletePerformer(tx, id))) throw new AppError('performer.inPosts');
    await platform.jobs.enqueue(tx, 'documents.sweep', { group: 'performer', id });
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
  insertDeclaration(tx, { id: randomUUIDv7(), postId, declaredBy: producerId, performerIds, now });

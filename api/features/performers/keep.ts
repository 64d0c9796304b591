// A producer's list: putting somebody on record with documents, asking them again, and taking them
// off.
import { createHmac, randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import { type Locale, PERFORMERS_MAX } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepDocuments, removeDocuments, removeUploads } from '../documents/index.ts';
import { identityFaultsOf } from '../profiles/index.ts';
import { makeLink } from './links.ts';
import type { Keeper, OwnPerformer } from './policy.ts';
import {
  countPerformers,
  deletePerformer,
  insertPerformer,
  lockPerformer,
  putLink,
} from './store.ts';
import type { Person } from './store.ts';

/** What this part needs of identity. */
export type People = {
  contactOf(
    tx: Transaction,
    profileId: ProfileId,
  ): Promise<{ email: string; name: string; locale: Locale } | null>;
};

export const sealedPlace = (id: PerformerId): string => `performers/${id}`;

type NewRecord = BodyOf<Routes['POST /performers']>;

const uploadsOf = ({ documentFrontKey, selfieKey }: NewRecord) => {
  if (documentFrontKey === selfieKey) throw fieldError('selfieKey', 'validate.invalid');
  return [
    { name: 'documentFront', key: documentFrontKey },
    { name: 'selfie', key: selfieKey },
  ] as const;
};

const refuseFaults = (record: NewRecord, now: Date): void => {
  const fields = identityFaultsOf(record, now);
  const [first] = Object.values(fields);
  if (first)
    throw new AppError(Object.keys(fields).length === 1 ? first.code : 'validate.invalidRequest', {
      fields,
    });
};

/**
 * Seals data and documents, and asks the person by email. Throws validate.* with the field,
 * performer.tooMany, and upload.* of the documents; then nothing is kept.
 */
export const addPerformer = async (
  platform: Platform,
  { contactOf }: People,
  { producerId }: Allowed<Keeper>,
  record: NewRecord,
): Promise<PerformerId> => {
  const { fullName, document, birthDate, email, stageName } = record;
  const now = platform.clock.now();
  refuseFaults(record, now);
  const given = uploadsOf(record);
  const id = randomUUIDv7() as PerformerId;
  const holder = { group: 'performer', id } as const;
  const documentHash = createHmac(
    'sha256',
    await installationSecret(platform.db, 'performer.document'),
  )
    .update(document)
    .digest();
  await keepDocuments(platform, producerId, holder, given);
  try {
    await transaction(platform.db, async (tx) => {
      const producer = await contactOf(tx, producerId);
      // Who answers for themself with the producer's mail would be the producer.
      if (!producer || producer.email === email) throw fieldError('email', 'validate.invalid');
      if ((await countPerformers(tx, producerId)) >= PERFORMERS_MAX)
        throw new AppError('performer.tooMany', { max: PERFORMERS_MAX });
      const { address, ...link } = makeLink(platform, 'answer');
      const person: Person = { fullName, document, birthDate, email };
      const written = await insertPerformer(tx, {
        id,
        producerId,
        stageName,
        sealed: platform.seal.seal(sealedPlace(id), person),
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
    await removeDocuments(platform, holder);
    throw error;
  }
  await removeUploads(platform, given);
  return id;
};

/**
 * Sends the email again with a new link. Throws performer.alreadyAnswered for who refused or
 * withdrew.
 */
export const askAgain = async (
  platform: Platform,
  { contactOf }: People,
  { row: { id, producer_id: producerId } }: Allowed<OwnPerformer>,
): Promise<void> => {
  await transaction(platform.db, async (tx) => {
    const row = await lockPerformer(tx, id);
    const producer = await contactOf(tx, producerId);
    if (!row?.sealed || !producer || (row.consent !== 'asked' && row.consent !== 'given'))
      throw new AppError('performer.alreadyAnswered');
    const { address, ...link } = makeLink(
      platform,
      row.consent === 'given' ? 'withdraw' : 'answer',
    );
    await putLink(tx, id, link);
    const { email: to } = platform.seal.open<Person>(sealedPlace(id), row.sealed);
    const template = row.consent === 'given' ? 'performerConsented' : 'performerAsked';
    await platform.mail.send(tx, {
      to,
      locale: producer.locale,
      template,
      params: { stage: row.stage_name, producer: producer.name, link: address },
    });
  });
};

/** Throws performer.inPosts: a record of consent stays as long as what it was for. */
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

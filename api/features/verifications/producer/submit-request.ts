// Submits a request to become a producer. Documents and personal data are sealed before anything is
// stored.
import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cityOf } from '../../profiles/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import { storeDocuments, deleteDocuments, deleteUploads } from '../documents/documents.ts';
import type { Applicant } from './policy.ts';
import { faultsOf, canRequestAt } from './rules.ts';
import { isDocumentTaken, insertRequest, lockStage, updateProducerStage } from './store.ts';
import type { Person } from './store.ts';

export type Signup = BodyOf<Routes['POST /profiles/became-producer']>;

/** What producer requests need of auth and publics. */
export type AccountDirectory = Accounts & {
  isReservedName(domainName: string): boolean;
  /** Records which version of the contract the person accepted. */
  acceptContract(tx: Transaction, profileId: ProfileId): Promise<void>;
};

const TOKEN_LIFETIME_MS = 7 * 86_400_000;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const requestSealContext = (id: ProducerRequestId): string => `producer_requests/${id}`;

const personOf = ({
  nickname: _n,
  documentFrontKey: _f,
  documentBackKey: _b,
  selfieKey: _s,
  acceptedContract: _a,
  ...person
}: Signup): Person => ({
  ...person,
  city: cityOf(person) ?? person.city,
});

const uploadsOf = ({ documentFrontKey, documentBackKey, selfieKey }: Signup) => {
  const given = [
    { name: 'documentFront', key: documentFrontKey },
    { name: 'documentBack', key: documentBackKey },
    { name: 'selfie', key: selfieKey },
  ] as const;
  if (new Set(given.map(({ key }) => key)).size < given.length)
    throw fieldError('selfieKey', 'validate.invalid');
  return given;
};

const requireValid = (
  { isReservedName }: AccountDirectory,
  signup: Signup,
  currentName: string,
  now: Date,
): void => {
  const fields = faultsOf(signup, now);
  if (signup.nickname !== currentName && isReservedName(signup.nickname))
    fields['nickname'] = { code: 'validate.reserved' };
  const [first] = Object.values(fields);
  if (first)
    throw new AppError(Object.keys(fields).length === 1 ? first.code : 'validate.invalidRequest', {
      fields,
    });
};

const UNIQUE_VIOLATION = '23505';
const isTakenName = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'profiles_domain_name_key';
};

type RequestDraft = {
  id: ProducerRequestId;
  profileId: ProfileId;
  signup: Signup;
  token: string;
  documentHash: Buffer;
};

const storeRequest = async (
  platform: Platform,
  people: AccountDirectory,
  tx: Transaction,
  { id, profileId, signup, token, documentHash }: RequestDraft,
): Promise<void> => {
  const now = platform.clock.now();
  if (!canRequestAt(await lockStage(tx, profileId))) throw new AppError('producer.alreadyAsked');
  if (await isDocumentTaken(tx, documentHash, profileId))
    throw fieldError('document', 'validate.taken');
  const sealed = platform.seal.seal(requestSealContext(id), personOf(signup));
  const written = await insertRequest(tx, {
    id,
    profileId,
    sealed,
    documentHash,
    tokenHash: hashOfToken(token),
    tokenExpiresAt: new Date(now.getTime() + TOKEN_LIFETIME_MS),
    now,
  });
  if (!written) throw new AppError('producer.alreadyAsked');
  await updateProducerStage(tx, profileId, {
    producer_stage: 'requested',
    domain_name: signup.nickname,
  });
  await people.acceptContract(tx, profileId);
  await notifyReceived(platform, people, tx, profileId, token);
};

/** Emails the person, and every administrator with the token. */
const notifyReceived = async (
  { mail, config }: Platform,
  { contactOf, adminContacts }: AccountDirectory,
  tx: Transaction,
  profileId: ProfileId,
  token: string,
): Promise<void> => {
  const person = await contactOf(tx, profileId);
  if (!person) return;
  await mail.send(tx, {
    to: person.email,
    template: 'producerReceived',
    locale: person.locale,
    params: { name: person.name },
  });
  for (const { email, locale } of await adminContacts(tx)) {
    await mail.send(tx, {
      to: email,
      template: 'producerAsked',
      locale,
      params: { name: person.name, link: `${config.publicUrl}/dsb/producer/${token}` },
    });
  }
};

/**
 * Stores the request and moves the profile to `requested`. Throws validate.* with the field,
 * producer.alreadyAsked, and upload.* of the documents; then nothing is stored.
 */
export const submitRequest = async (
  platform: Platform,
  people: AccountDirectory,
  { profileId }: Allowed<Applicant>,
  currentName: string,
  signup: Signup,
): Promise<void> => {
  requireValid(people, signup, currentName, platform.clock.now());
  const given = uploadsOf(signup);
  const id = randomUUIDv7() as ProducerRequestId;
  const holder = { group: 'producer', id } as const;
  const documentHash = createHmac(
    'sha256',
    await installationSecret(platform.db, 'producer.document'),
  )
    .update(signup.document)
    .digest();
  const token = randomBytes(32).toString('base64url');
  await storeDocuments(platform, profileId, holder, given);
  try {
    await transaction(platform.db, (tx) =>
      storeRequest(platform, people, tx, { id, profileId, signup, token, documentHash }),
    );
  } catch (error) {
    await deleteDocuments(platform, holder);
    throw isTakenName(error) ? fieldError('nickname', 'validate.taken') : error;
  }
  await deleteUploads(platform, given);
};

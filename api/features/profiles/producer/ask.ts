// Asking to become a producer: all of it or nothing; documents and personal data are sealed before
// anything is written.
import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { keepDocuments, removeDocuments, removeUploads } from '../../documents/index.ts';
import type { Applicant } from './policy.ts';
import { cityOf, faultsOf, mayAskAt } from './rules.ts';
import { documentTaken, insertRequest, lockStage, updateStanding } from './store.ts';
import type { Person } from './store.ts';

export type Signup = BodyOf<Routes['POST /profiles/became-producer']>;

/** How to write to somebody. */
export type Contact = { email: string; name: string; locale: Locale };

/** What this part needs of identity, which knows addresses and reserved names. */
export type People = {
  isReservedName(domainName: string): boolean;
  contactOf(tx: Transaction, profileId: ProfileId): Promise<Contact | null>;
  adminContacts(tx: Transaction): Promise<Contact[]>;
  /** Notes which contract the person agreed to. */
  acceptContract(tx: Transaction, profileId: ProfileId): Promise<void>;
};

const TOKEN_MS = 7 * 86_400_000;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const sealedPlace = (id: ProducerRequestId): string => `producer_requests/${id}`;

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

const refuseFaults = (
  { isReservedName }: People,
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

type Asking = {
  id: ProducerRequestId;
  profileId: ProfileId;
  signup: Signup;
  token: string;
  documentHash: Buffer;
};

const write = async (
  platform: Platform,
  people: People,
  tx: Transaction,
  { id, profileId, signup, token, documentHash }: Asking,
): Promise<void> => {
  const now = platform.clock.now();
  if (!mayAskAt(await lockStage(tx, profileId))) throw new AppError('producer.alreadyAsked');
  if (await documentTaken(tx, documentHash, profileId))
    throw fieldError('document', 'validate.taken');
  const sealed = platform.seal.seal(sealedPlace(id), personOf(signup));
  const written = await insertRequest(tx, {
    id,
    profileId,
    sealed,
    documentHash,
    tokenHash: hashOfToken(token),
    tokenExpiresAt: new Date(now.getTime() + TOKEN_MS),
    now,
  });
  if (!written) throw new AppError('producer.alreadyAsked');
  await updateStanding(tx, profileId, {
    producer_stage: 'requested',
    domain_name: signup.nickname,
  });
  await people.acceptContract(tx, profileId);
  await tell(platform, people, tx, profileId, token);
};

/** An email to the person, and one with the token to every administrator. */
const tell = async (
  { mail, config }: Platform,
  { contactOf, adminContacts }: People,
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
 * Writes the request and moves the profile to `requested`. Throws validate.* with the field,
 * producer.alreadyAsked, and upload.* of the documents; then nothing has changed and nothing is
 * kept.
 */
export const askToProduce = async (
  platform: Platform,
  people: People,
  { profileId }: Allowed<Applicant>,
  currentName: string,
  signup: Signup,
): Promise<void> => {
  refuseFaults(people, signup, currentName, platform.clock.now());
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
  await keepDocuments(platform, profileId, holder, given);
  try {
    await transaction(platform.db, (tx) =>
      write(platform, people, tx, { id, profileId, signup, token, documentHash }),
    );
  } catch (error) {
    await removeDocuments(platform, holder);
    throw isTakenName(error) ? fieldError('nickname', 'validate.taken') : error;
  }
  await removeUploads(platform, given);
};

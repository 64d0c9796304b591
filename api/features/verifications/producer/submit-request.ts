// Submits a request to become a producer. Documents and personal data are sealed before anything is
// stored.
import type { Routes } from '@camarim/contract';
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { cityOf, isReservedName } from '../../profiles/index.ts';
import { acceptPolicies } from '../../publics/index.ts';
import { KINDS } from '../kinds.ts';
import type { Applicant } from '../policy.ts';
import { createToken, hashOfDocument, sealContextOf } from '../secrets.ts';
import { insertProducerRequest, isDocumentTaken } from '../store.ts';
import { lockStage, updateProducerStage } from './stage-store.ts';
import { refuseFaults, submitWithDocuments } from '../submit.ts';
import { countDocument } from './check-person.ts';
import { type Person, canRequestAt, faultsOf } from './rules.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

export type Signup = BodyOf<Routes['POST /profiles/became-producer']>;

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

const requireValid = (signup: Signup, currentName: string, now: Date): void => {
  const fields = faultsOf(signup, now);
  if (signup.nickname !== currentName && isReservedName(signup.nickname))
    fields['nickname'] = { code: 'validate.reserved' };
  refuseFaults(fields);
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
  ctx: Ctx,
  tx: Transaction,
  { id, profileId, signup, token, documentHash }: RequestDraft,
): Promise<void> => {
  const now = ctx.clock.now();
  if (!canRequestAt(await lockStage(tx, profileId))) throw new AppError('producer.alreadyAsked');
  if (await isDocumentTaken(tx, documentHash, profileId))
    throw fieldError('document', 'validate.taken');
  const sealed = ctx.seal.seal(sealContextOf({ kind: 'producer', id }), personOf(signup));
  const written = await insertProducerRequest(tx, {
    id,
    profileId,
    sealed,
    documentHash,
    tokenHash: hashToken(token),
    tokenExpiresAt: new Date(now.getTime() + KINDS.producer.linkLifetimeMs),
    now,
  });
  if (!written) throw new AppError('producer.alreadyAsked');
  await updateProducerStage(tx, profileId, {
    producer_stage: 'requested',
    domain_name: signup.nickname,
  });
  await acceptPolicies(tx, profileId, ['contract'], now);
  await notifyReceived(ctx, tx, profileId, token);
};

/** Emails the person, and every administrator with the token. */
const notifyReceived = async (
  { mail, config, accounts }: Ctx,
  tx: Transaction,
  profileId: ProfileId,
  token: string,
): Promise<void> => {
  const person = await accounts.contactOf(tx, profileId);
  if (!person) return;
  await mail.send(tx, {
    to: person.email,
    template: 'producerReceived',
    locale: person.locale,
    params: { name: person.name },
  });
  for (const { email, locale } of await accounts.adminContacts(tx, 'identity.decide')) {
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
 * producer.alreadyAsked, request.tooMany, and upload.* of the documents; then nothing is stored.
 */
export const submitRequest = async (
  ctx: Ctx,
  { profileId }: Allowed<Applicant>,
  currentName: string,
  signup: Signup,
  address: string,
): Promise<void> => {
  requireValid(signup, currentName, ctx.clock.now());
  await countDocument(ctx, profileId, address);
  const id = newId() as ProducerRequestId;
  const documentHash = await hashOfDocument(ctx.db, 'producer', signup.document);
  const token = createToken();
  await submitWithDocuments(ctx, { kind: 'producer', id, ownerId: profileId }, signup, (tx) =>
    storeRequest(ctx, tx, { id, profileId, signup, token, documentHash }),
  ).catch((error: unknown) => {
    throw isTakenName(error) ? fieldError('nickname', 'validate.taken') : error;
  });
};

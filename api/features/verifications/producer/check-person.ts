// Checks the first step of a producer request before documents are sent.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { DAY_SECONDS } from '@camarim/contract/time';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { limitAddress } from '../../../platform/limits/address.ts';
import type { LimitResult } from '../../../platform/limits/port.ts';
import type { Ctx } from '../../../context.ts';
import type { Applicant } from '../policy.ts';
import { hashOfDocument } from '../secrets.ts';
import { isDocumentTaken } from '../store.ts';
import { refuseFaults } from '../submit.ts';
import { identityFaultsOf } from './rules.ts';

/**
 * An applicant who mistypes their CPF needs a few; a search for those of others needs thousands.
 */
const CPFS_PER_ACCOUNT = 10;
/** People of one household or office. */
const CPFS_PER_ADDRESS = 30;
/**
 * What an account still gets where others have used up the answers of its address: a mistyped CPF,
 * the right one, and the request. Many customers of a provider share one address.
 */
const CPFS_OF_APPLICANT = 3;

const takeAnswer = (
  { strictLimits }: Pick<Ctx, 'strictLimits'>,
  caller: string,
  limit: number,
): Promise<LimitResult> =>
  strictLimits.take(`cpf|${caller}`, { limit, windowSeconds: DAY_SECONDS });

/**
 * Takes one of the day's answers about a CPF from the account and from the address: "already in
 * use" says that its owner asked to become a producer here. Checks and the request itself count
 * together, because they answer the same. In the database, so that no restart gives new ones.
 * Throws request.tooMany.
 */
export const countDocument = async (
  ctx: Ctx,
  profileId: ProfileId,
  address: string,
): Promise<void> => {
  const account = await takeAnswer(ctx, profileId, CPFS_PER_ACCOUNT);
  if (!account.allowed) throw tooMany(account);
  const shared = await takeAnswer(ctx, limitAddress(address), CPFS_PER_ADDRESS);
  if (!shared.allowed && CPFS_PER_ACCOUNT - account.remaining > CPFS_OF_APPLICANT)
    throw tooMany(shared);
};

const tooMany = ({ resetsInSeconds }: LimitResult): AppError =>
  new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });

/** Throws validate.* with the field, and request.tooMany. */
export const checkPerson = async (
  ctx: Ctx,
  { profileId }: Allowed<Applicant>,
  person: BodyOf<Routes['POST /profiles/became-producer/check']>,
  address: string,
): Promise<void> => {
  refuseFaults(identityFaultsOf(person, ctx.clock.now()));
  await countDocument(ctx, profileId, address);
  const hash = await hashOfDocument(ctx.db, 'producer', person.document);
  if (await transaction(ctx.db, (tx) => isDocumentTaken(tx, hash, profileId)))
    throw fieldError('document', 'validate.taken');
};

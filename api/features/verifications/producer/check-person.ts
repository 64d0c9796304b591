// Checks the first step of a producer request before documents are sent.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { limitAddress } from '../../../platform/limits/address.ts';
import type { Ctx } from '../../../context.ts';
import type { Applicant } from '../policy.ts';
import { hashOfDocument } from '../secrets.ts';
import { isDocumentTaken } from '../store.ts';
import { refuseFaults } from '../submit.ts';
import { identityFaultsOf } from './rules.ts';

const DAY_SECONDS = 86_400;
/** An applicant who mistypes their CPF needs a few; a search for those of others needs thousands. */
const CPFS_PER_ACCOUNT = 10;
/** People of one household or office. */
const CPFS_PER_ADDRESS = 30;

/**
 * Takes one of the day's answers about a CPF: "already in use" says that its owner asked to become a
 * producer here. In the database, so that no restart gives new ones. Throws request.tooMany.
 */
const countDocument = async (
  { strictLimits }: Pick<Ctx, 'strictLimits'>,
  caller: string,
  limit: number,
): Promise<void> => {
  const { allowed, resetsInSeconds } = await strictLimits.take(`cpf|${caller}`, {
    limit,
    windowSeconds: DAY_SECONDS,
  });
  if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
};

/** The same limit counts for checks and for the request itself, which answers the same. */
export const countOfAccount = (ctx: Ctx, profileId: ProfileId): Promise<void> =>
  countDocument(ctx, profileId, CPFS_PER_ACCOUNT);

/** Throws validate.* with the field, and request.tooMany. */
export const checkPerson = async (
  ctx: Ctx,
  { profileId }: Allowed<Applicant>,
  person: BodyOf<Routes['POST /profiles/became-producer/check']>,
  address: string,
): Promise<void> => {
  refuseFaults(identityFaultsOf(person, ctx.clock.now()));
  await countOfAccount(ctx, profileId);
  await countDocument(ctx, limitAddress(address), CPFS_PER_ADDRESS);
  const hash = await hashOfDocument(ctx.db, 'producer', person.document);
  if (await transaction(ctx.db, (tx) => isDocumentTaken(tx, hash, profileId)))
    throw fieldError('document', 'validate.taken');
};

// An administrator's decision on a producer: approve, reject or suspend. A token decides once.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { recordVerified } from '../../../platform/age/store.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { openListing } from '../../listings/index.ts';
import { type ProducerStage, completeContacts } from '../../profiles/index.ts';
import { applyDecision, decideCase } from '../decide.ts';
import { KINDS, stateOf } from '../kinds.ts';
import type { Reviewer } from '../policy.ts';
import { openPerson } from '../secrets.ts';
import { type RequestRow, latestRequest } from '../store.ts';
import { lockStage, updateProducerStage } from './stage-store.ts';
import { requestByToken } from '../store.ts';
import type { Person } from './rules.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

type Body = BodyOf<Routes['POST /profiles/approve-producer']>;

/** The decisions of every kind, by their names of the wire. */
const DECISION = { approve: 'approve', reject: 'reject', suspend: 'revoke' } as const;

const findRequest = async (
  tx: Transaction,
  { approveToken, producerId }: Body,
  now: Date,
): Promise<RequestRow<'producer'>> => {
  if (approveToken !== undefined) {
    const row = await requestByToken(tx, hashToken(approveToken), now);
    if (!row) throw new AppError('token.invalid');
    return row;
  }
  if (producerId === undefined) throw fieldError('producerId', 'validate.required');
  const row = await latestRequest(tx, 'producer', producerId);
  if (!row) throw new AppError('producer.notAsked');
  return row;
};

/**
 * An open request waits for approval or rejection. In all other cases the stage of the profile
 * counts: an approved producer can be suspended, also one whom an operator approved.
 */
const lockRequest = async (ctx: Ctx, tx: Transaction, body: Body, now: Date) => {
  const { profile_id: profileId } = await findRequest(tx, body, now);
  const stage = await lockStage(tx, profileId);
  // The end of the block gives the stage back, and with it the request.
  if (await ctx.accounts.isBlocked(tx, profileId)) throw new AppError('user.alreadyBlocked');
  // Again with the lock: of two concurrent decisions the second finds the request decided.
  const row = await findRequest(tx, body, now);
  const waits = row.stage === 'requested' && body.decision !== 'suspend';
  return { ...row, state: waits ? ('waiting' as const) : stateOfProducer(stage) };
};

/** Members and applicants are in no state that a decision could change: like rejected ones. */
const stateOfProducer = (stage: ProducerStage) =>
  stage === 'approved' || stage === 'suspended' ? stateOf('producer', stage) : 'rejected';

/**
 * Copies phone and address of the request to the profile where it has none; geo-blocks use the
 * address.
 */
const copyContacts = async (
  ctx: Ctx,
  tx: Transaction,
  row: RequestRow<'producer'>,
): Promise<void> => {
  const person = openPerson<Person>(ctx, row);
  if (!person) return;
  const { celphone, street, number, county, city, stateCode, zip, country } = person;
  await completeContacts(ctx, tx, row.profile_id, {
    celphone,
    street,
    number,
    county,
    city,
    stateCode,
    zip,
    country,
  });
};

/** The document proves an age of 18 or more, so an approval verifies the age, too. */
const approve = async (
  ctx: Ctx,
  tx: Transaction,
  row: RequestRow<'producer'>,
  now: Date,
): Promise<void> => {
  await recordVerified(tx, row.profile_id, now);
  await openListing(tx, row.profile_id, now);
  await copyContacts(ctx, tx, row);
};

/**
 * In the caller's transaction: suspends a producer, with or without a request; false when the
 * profile is not an approved producer.
 */
export const suspendProducer = async (
  ctx: Ctx,
  tx: Transaction,
  { adminId }: Allowed<Reviewer>,
  { producerId, reason }: { producerId: ProfileId; reason: string },
): Promise<boolean> => {
  if ((await lockStage(tx, producerId)) !== 'approved') return false;
  // Producers that an operator approved have no request; an appeal then refers to their profile.
  const id = (await latestRequest(tx, 'producer', producerId))?.id ?? producerId;
  const found = { kind: 'producer', id, profile_id: producerId, state: 'approved' } as const;
  const ruling = { decision: 'revoke', reason } as const;
  await applyDecision(ctx, tx, adminId, found, ruling, async () => {
    const { stage } = KINDS.producer.decisions.revoke;
    await updateProducerStage(tx, producerId, { producer_stage: stage });
    await ctx.outbox.changeAccess(tx, { owners: [producerId] });
    return {};
  });
  return true;
};

/**
 * The stage stays as it was while a second administrator has to approve too. Throws token.invalid,
 * producer.notAsked, producer.alreadyDecided, and what decideCase throws.
 */
export const decideOnProducer = async (
  ctx: Ctx,
  appealTookEffect: Services['appealTookEffect'],
  reviewer: Allowed<Reviewer>,
  body: Body,
): Promise<{ producerId: ProfileId; stage: ProducerStage }> => {
  const decision = DECISION[body.decision];
  const { stage } = KINDS.producer.decisions[decision];
  const { found, effects } = await decideCase(
    ctx,
    reviewer,
    { decision, reason: body.reason },
    (tx, now) => lockRequest(ctx, tx, body, now),
    async (tx, row, now) => {
      await updateProducerStage(tx, row.profile_id, { producer_stage: stage });
      await ctx.outbox.changeAccess(tx, { owners: [row.profile_id] });
      if (decision !== 'approve') return {};
      await approve(ctx, tx, row, now);
      await appealTookEffect(tx, { profileId: row.profile_id, action: 'producer.suspended' });
      return {};
    },
  );
  return { producerId: found.profile_id, stage: effects ? stage : found.profile_stage };
};

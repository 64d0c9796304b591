// Age verification by document and selfie, which an administrator decides on.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { isVerified, recordVerified } from '../../../platform/age/store.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { decideCase } from '../decide.ts';
import { KINDS, stateOf } from '../kinds.ts';
import type { Applicant, Reviewer } from '../policy.ts';
import { insertAgeRequest, latestRequest, listAgeRequests, lockAgeRequest } from '../store.ts';
import { submitWithDocuments } from '../submit.ts';
import { viewAudited } from '../view.ts';

export const viewOwnAge = async (
  { db }: Ctx,
  profileId: ProfileId,
): Promise<DataInput<Routes['GET /profiles/age']>> => {
  const [verified, row] = await Promise.all([
    isVerified(db, profileId),
    latestRequest(db, 'age', profileId),
  ]);
  return {
    stage: verified ? 'verified' : (row?.stage ?? 'none'),
    requestedAt: row?.requested_at.toISOString() ?? null,
    reason: row?.reason ?? '',
  };
};

/** Throws age.alreadyAsked, and upload.* of the images; then nothing is stored. */
export const requestVerification = (
  ctx: Ctx,
  { profileId }: Allowed<Applicant>,
  keys: BodyOf<Routes['POST /profiles/age']>,
): Promise<void> => {
  const id = newId();
  return submitWithDocuments(ctx, { kind: 'age', id, ownerId: profileId }, keys, async (tx) => {
    const open =
      !(await isVerified(tx, profileId)) &&
      (await insertAgeRequest(tx, { id, profileId, now: ctx.clock.now() }));
    if (!open) throw new AppError('age.alreadyAsked');
  });
};

/** Open requests with addresses of their documents; each view is audited. */
export const viewAgeQueue = async (
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  page: { limit: number; offset: number },
): Promise<DataInput<Routes['GET /dsb/age']>> => {
  const rows = await listAgeRequests(ctx.db, page);
  return viewAudited(ctx, adminId, rows, async (row, profile, documents) => ({
    id: row.id,
    profile,
    requestedAt: row.requested_at.toISOString(),
    documents: await documents(),
  }));
};

/** Throws age.alreadyDecided, and what decideCase throws. */
export const decideAge = async (
  ctx: Ctx,
  reviewer: Allowed<Reviewer>,
  { id, verified, reason }: { id: string; verified: boolean; reason: string },
): Promise<'verified' | 'refused'> => {
  const decision = verified ? 'approve' : 'reject';
  await decideCase(
    ctx,
    reviewer,
    { decision, reason },
    async (tx) => {
      const row = await lockAgeRequest(tx, id);
      if (!row) throw new AppError('age.alreadyDecided');
      return { ...row, state: stateOf('age', row.stage) };
    },
    async (tx, { profile_id: profileId }, now) => {
      if (verified) await recordVerified(tx, profileId, now);
      return {};
    },
  );
  return KINDS.age.decisions[decision].stage;
};

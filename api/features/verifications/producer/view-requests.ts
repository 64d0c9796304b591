// Requests as their owner sees them (the stage) and as administrators see them (everything, each
// view audited).
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { agreementsOn } from '../../../platform/audit/second-person.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { cursorOf, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import { type ProfileSummary, viewOwnProfile } from '../../profiles/index.ts';
import type { Reviewer } from '../policy.ts';
import { openPerson } from '../secrets.ts';
import { type RequestRow, latestRequest, listProducerRequests } from '../store.ts';
import { requestByToken } from '../store.ts';
import { viewAudited, withProfiles } from '../view.ts';
import { type Person, canRequestAt } from './rules.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

type Row = RequestRow<'producer'>;
type OwnRequest = DataInput<Routes['GET /profiles/producer']>;
type QueueItem = DataInput<Routes['GET /dsb/producer']>[number];
type Request = DataInput<Routes['GET /dsb/producer/{producerId}']>;

/** The stage of the viewer's own request. */
export const viewOwnRequest = async (ctx: Ctx, profileId: ProfileId): Promise<OwnRequest> => {
  const [profile, row] = await Promise.all([
    viewOwnProfile(ctx, profileId),
    latestRequest(ctx.db, 'producer', profileId),
  ]);
  const { producerStage: stage } = profile;
  return {
    stage,
    requestedAt: row?.requested_at.toISOString() ?? null,
    decidedAt: row?.decided_at?.toISOString() ?? null,
    reason: stage === 'approved' ? '' : (row?.reason ?? ''),
    mayAsk: canRequestAt(stage),
    // Producers by the operator's word have no request: what they contest is the act on their
    // profile.
    contestable: stage === 'rejected' || stage === 'suspended' ? (row?.id ?? profileId) : null,
  };
};

const itemOf = (row: Row, profile: ProfileSummary): QueueItem => ({
  id: row.id,
  userId: row.user_id,
  profile,
  stage: row.profile_stage,
  request: row.stage,
  requestedAt: row.requested_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
});

/** People by the stage of their newest request, without personal data. */
export const viewProducerQueue = async (
  ctx: Ctx,
  _reviewer: Allowed<Reviewer>,
  { stage, search, sort, cursor, limit }: QueryOf<Routes['GET /dsb/producer']>,
): Promise<{ data: QueueItem[]; cursor: string | null }> => {
  const rows = await listProducerRequests(ctx.db, {
    stage,
    search: search || null,
    sort,
    after: readCursor(cursor, 'cursor'),
    limit: limit + 1,
  });
  const { page, cursor: next } = pageOf(rows, limit, ({ requested_at: at, id }) =>
    cursorOf({ at, id }),
  );
  return { data: await withProfiles(ctx, page, itemOf), cursor: next };
};

const approvalFor = (adminId: ProfileId, approvers: readonly ProfileId[]): Request['approval'] => {
  if (approvers.includes(adminId)) return 'mine';
  return approvers.length > 0 ? 'other' : 'none';
};

const viewRequest = async (ctx: Ctx, adminId: ProfileId, row: Row): Promise<Request> => {
  const [shown] = await viewAudited(ctx, adminId, [row], async (_, profile, documents) => ({
    ...itemOf(row, profile),
    person: openPerson<Person>(ctx, row),
    documents: row.sealed ? await documents() : [],
    approval: approvalFor(
      adminId,
      (await agreementsOn(ctx, { right: 'identity.decide', subjectId: row.id })).map(
        (agreement) => agreement.adminId,
      ),
    ),
  }));
  if (!shown) throw new AppError('producer.notAsked');
  return shown;
};

/** Throws producer.notAsked. */
export const viewProducer = async (
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  producerId: ProfileId,
): Promise<Request> => {
  const row = await latestRequest(ctx.db, 'producer', producerId);
  if (!row) throw new AppError('producer.notAsked');
  return viewRequest(ctx, adminId, row);
};

/** Viewing does not consume the token. Throws token.invalid. */
export const viewByToken = async (
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  token: string,
): Promise<Request> => {
  const row = await requestByToken(ctx.db, hashToken(token), ctx.clock.now());
  if (!row) throw new AppError('token.invalid');
  return viewRequest(ctx, adminId, row);
};

// Requests as their owner sees them (the stage) and as administrators see them (everything, each
// view audited).
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { recordAct } from '../../../platform/audit/audit.ts';
import { approversOf } from '../../../platform/audit/second-person.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { documentAddress } from '../documents/addresses.ts';
import { DOCUMENT_NAMES } from '../documents/documents.ts';
import type { ProfileSummary } from '../../profiles/index.ts';
import { summarise, viewOwnProfile } from '../../profiles/index.ts';
import { hashOfToken, requestSealContext } from './submit-request.ts';
import type { Reviewer } from './policy.ts';
import { canRequestAt } from './rules.ts';
import { latestRequest, listRequests, requestByToken } from './store.ts';
import type { Person, QueueFilter, RequestRow } from './store.ts';

type OwnRequest = DataInput<Routes['GET /profiles/producer']>;
type QueueItem = DataInput<Routes['GET /dsb/producer']>[number];
type Request = DataInput<Routes['GET /dsb/producer/{producerId}']>;

/** The stage of the viewer's own request. */
export const viewOwnRequest = async (
  platform: Platform,
  profileId: ProfileId,
): Promise<OwnRequest> => {
  const [profile, row] = await Promise.all([
    viewOwnProfile(platform, profileId),
    latestRequest(platform.db, profileId),
  ]);
  const { producerStage: stage } = profile;
  return {
    stage,
    requestedAt: row?.requested_at.toISOString() ?? null,
    decidedAt: row?.decided_at?.toISOString() ?? null,
    reason: stage === 'approved' ? '' : (row?.reason ?? ''),
    mayAsk: canRequestAt(stage),
    // Producers by the operator's word have no request: what they contest is the act on their profile.
    contestable: stage === 'rejected' || stage === 'suspended' ? (row?.id ?? profileId) : null,
  };
};

const itemOf = (row: RequestRow, profile: ProfileSummary): QueueItem => ({
  id: row.id,
  profile,
  stage: row.profile_stage,
  request: row.stage,
  requestedAt: row.requested_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
});

/** Requests of one stage, without personal data. */
export const viewQueue = async (
  platform: Platform,
  _reviewer: Allowed<Reviewer>,
  filter: QueueFilter,
): Promise<QueueItem[]> => {
  const rows = await listRequests(platform.db, filter);
  const profiles = await summarise(
    platform,
    rows.map((row) => row.profile_id),
  );
  return rows.flatMap((row) => {
    const profile = profiles.get(row.profile_id);
    return profile ? [itemOf(row, profile)] : [];
  });
};

const approvalFor = (adminId: ProfileId, approvers: readonly ProfileId[]): Request['approval'] => {
  if (approvers.includes(adminId)) return 'mine';
  return approvers.length > 0 ? 'other' : 'none';
};

const viewRequest = async (
  platform: Platform,
  adminId: ProfileId,
  row: RequestRow,
): Promise<Request> => {
  const profile = (await summarise(platform, [row.profile_id])).get(row.profile_id);
  if (!profile) throw new AppError('producer.notAsked');
  await transaction(platform.db, (tx) =>
    recordAct(tx, {
      adminId,
      action: 'producer.viewed',
      profileId: row.profile_id,
      subjectId: row.id,
      now: platform.clock.now(),
    }),
  );
  const approval = approvalFor(adminId, await approversOf(platform, 'producer.agreed', row.id));
  if (row.sealed === null)
    return { ...itemOf(row, profile), person: null, documents: [], approval };
  const holder = { group: 'producer', id: row.id } as const;
  const documents = DOCUMENT_NAMES.map(async (kind) => ({
    kind,
    url: await documentAddress(platform, { holder, name: kind, ownerId: row.profile_id }, adminId),
  }));
  return {
    ...itemOf(row, profile),
    person: platform.seal.open<Person>(requestSealContext(row.id), row.sealed),
    documents: await Promise.all(documents),
    approval,
  };
};

/** Throws producer.notAsked. */
export const viewProducer = async (
  platform: Platform,
  { adminId }: Allowed<Reviewer>,
  producerId: ProfileId,
): Promise<Request> => {
  const row = await latestRequest(platform.db, producerId);
  if (!row) throw new AppError('producer.notAsked');
  return viewRequest(platform, adminId, row);
};

/** Viewing does not consume the token. Throws token.invalid. */
export const viewByToken = async (
  platform: Platform,
  { adminId }: Allowed<Reviewer>,
  token: string,
): Promise<Request> => {
  const row = await requestByToken(platform.db, hashOfToken(token), platform.clock.now());
  if (!row) throw new AppError('token.invalid');
  return viewRequest(platform, adminId, row);
};

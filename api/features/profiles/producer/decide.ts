// Deciding on a producer: approve, reject or suspend; recorded, told by email, and by a token only
// once.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { recordVerified } from '../../../platform/age/store.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { hasSecondPerson, refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import type { AdminAction } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { DOCUMENT_NAMES, requireViewed } from '../../documents/index.ts';
import type { ProducerStage } from '../store.ts';
import { completeContacts } from '../contacts/contacts.ts';
import { hashOfToken, sealedPlace } from './ask.ts';
import type { People } from './ask.ts';
import type { Reviewer } from './policy.ts';
import {
  decideRequest,
  latestRequest,
  lockStage,
  noteReason,
  requestByToken,
  updateStanding,
} from './store.ts';
import type { Person, RequestRow } from './store.ts';

type Decision = BodyOf<Routes['POST /profiles/approve-producer']>;

const OUTCOME: Record<Decision['decision'], { stage: ProducerStage; action: AdminAction }> = {
  approve: { stage: 'approved', action: 'producer.approved' },
  reject: { stage: 'rejected', action: 'producer.rejected' },
  suspend: { stage: 'suspended', action: 'producer.suspended' },
};

const find = async (
  tx: Transaction,
  { approveToken, producerId }: Decision,
  now: Date,
): Promise<RequestRow> => {
  if (approveToken !== undefined) {
    const row = await requestByToken(tx, hashOfToken(approveToken), now);
    if (!row) throw new AppError('token.invalid');
    return row;
  }
  if (producerId === undefined) throw fieldError('producerId', 'validate.required');
  const row = await latestRequest(tx, producerId);
  if (!row) throw new AppError('producer.notAsked');
  return row;
};

/**
 * An open request is approved or rejected; an approved producer is suspended, and approved again.
 */
const apply = async (
  tx: Transaction,
  row: RequestRow,
  { decision, reason }: Decision,
  adminId: ProfileId,
  now: Date,
): Promise<void> => {
  const standing = await lockStage(tx, row.profile_id);
  if (row.stage === 'requested' && decision !== 'suspend') {
    const stage = decision === 'approve' ? 'approved' : 'rejected';
    if (!(await decideRequest(tx, row.id, { stage, reason, adminId, now })))
      throw new AppError('producer.alreadyDecided');
    return;
  }
  const mayMove =
    (standing === 'approved' && decision === 'suspend') ||
    (standing === 'suspended' && decision === 'approve');
  if (!mayMove) throw new AppError('producer.alreadyDecided');
  await noteReason(tx, row.id, reason);
};

/**
 * What the documents were sent with is the profile's, so far as the profile says nothing else: a
 * phone to be reached at, and the place that geo-blocks go by.
 */
const keepContacts = async (
  platform: Platform,
  tx: Transaction,
  { id, profile_id: profileId, sealed }: RequestRow,
): Promise<void> => {
  if (!sealed) return;
  const { celphone, street, number, county, city, stateCode, zip, country } =
    platform.seal.open<Person>(sealedPlace(id), sealed);
  await completeContacts(platform, tx, profileId, {
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

type Contacts = Pick<People, 'contactOf'>;

const tell = async (
  { mail, config }: Platform,
  { contactOf }: Contacts,
  tx: Transaction,
  profileId: ProfileId,
  { decision, reason, subjectId }: Pick<Decision, 'decision' | 'reason'> & { subjectId: string },
): Promise<void> => {
  const person = await contactOf(tx, profileId);
  if (!person) return;
  const { email: to, locale, name } = person;
  if (decision === 'approve')
    await mail.send(tx, {
      to,
      locale,
      template: 'producerApproved',
      params: { name, link: config.publicUrl },
    });
  else if (decision === 'reject')
    await mail.send(tx, {
      to,
      locale,
      template: 'producerRejected',
      params: { name, reason, link: `${config.publicUrl}/account/request` },
    });
  else
    await mail.send(tx, {
      to,
      locale,
      template: 'producerSuspended',
      params: { name, reason, link: `${config.publicUrl}/help?appeal=${subjectId}` },
    });
};

/**
 * With the caller's transaction: suspends a producer, however they became one; false when they are
 * none.
 */
export const suspendProducer = async (
  platform: Platform,
  contacts: Contacts,
  tx: Transaction,
  { adminId }: Allowed<Reviewer>,
  { producerId, reason }: { producerId: ProfileId; reason: string },
): Promise<boolean> => {
  if ((await lockStage(tx, producerId)) !== 'approved') return false;
  const { stage, action } = OUTCOME.suspend;
  const request = await latestRequest(tx, producerId);
  if (request) await noteReason(tx, request.id, reason);
  // Producers by the operator's word have no request; what they contest is then the act on their
  // profile.
  const subjectId = request?.id ?? producerId;
  await updateStanding(tx, producerId, { producer_stage: stage });
  await recordAct(tx, {
    adminId,
    action,
    profileId: producerId,
    subjectId,
    reason,
    now: platform.clock.now(),
  });
  await tell(platform, contacts, tx, producerId, { decision: 'suspend', reason, subjectId });
  return true;
};

/**
 * True when the request is approved by this; false when another administrator has to approve it
 * too. Throws documents.notViewed.
 */
const mayApprove = async (
  { config }: Platform,
  tx: Transaction,
  row: RequestRow,
  { decision, reason }: Decision,
  adminId: ProfileId,
  now: Date,
): Promise<boolean> => {
  if (decision !== 'approve') return true;
  if (row.stage === 'requested')
    await requireViewed(tx, adminId, { group: 'producer', id: row.id }, DOCUMENT_NAMES);
  return hasSecondPerson(tx, config, {
    adminId,
    action: 'producer.agreed',
    profileId: row.profile_id,
    subjectId: row.id,
    reason,
    now,
  });
};

/**
 * The stage stays as it was while a second administrator has to approve too. Throws token.invalid,
 * producer.notAsked, producer.alreadyDecided, decision.own, documents.notViewed, and
 * validate.required when a refusal has no reason.
 */
export const decideOnProducer = async (
  platform: Platform,
  people: People,
  { adminId }: Allowed<Reviewer>,
  decision: Decision,
): Promise<{ producerId: ProfileId; stage: ProducerStage }> => {
  if (decision.decision !== 'approve' && decision.reason === '')
    throw fieldError('reason', 'validate.required');
  const { stage, action } = OUTCOME[decision.decision];
  const now = platform.clock.now();
  return transaction(platform.db, async (tx) => {
    const row = await find(tx, decision, now);
    refuseOwnDecision(adminId, row.profile_id);
    if (!(await mayApprove(platform, tx, row, decision, adminId, now)))
      return { producerId: row.profile_id, stage: await lockStage(tx, row.profile_id) };
    await apply(tx, row, decision, adminId, now);
    await updateStanding(tx, row.profile_id, { producer_stage: stage });
    // Whose document said 18 or more need not show it again to see what others publish.
    if (stage === 'approved') {
      await recordVerified(tx, row.profile_id, now);
      await keepContacts(platform, tx, row);
    }
    await recordAct(tx, {
      adminId,
      action,
      profileId: row.profile_id,
      subjectId: row.id,
      reason: decision.reason,
      now,
    });
    await tell(platform, people, tx, row.profile_id, { ...decision, subjectId: row.id });
    return { producerId: row.profile_id, stage };
  });
};

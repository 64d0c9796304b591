// An administrator's decision on a producer: approve, reject or suspend; recorded in the audit log
// and sent by email. A token decides once.
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
import { DOCUMENT_NAMES, requireViewed } from '../documents/documents.ts';
import type { ProducerStage } from '../../profiles/index.ts';
import { completeContacts } from '../../profiles/index.ts';
import { hashOfToken, requestSealContext } from './submit-request.ts';
import type { AccountDirectory } from './submit-request.ts';
import type { Reviewer } from './policy.ts';
import {
  decideRequest,
  latestRequest,
  lockStage,
  updateReason,
  requestByToken,
  updateProducerStage,
} from './store.ts';
import type { Person, RequestRow } from './store.ts';

type Decision = BodyOf<Routes['POST /profiles/approve-producer']>;

const OUTCOME: Record<Decision['decision'], { stage: ProducerStage; action: AdminAction }> = {
  approve: { stage: 'approved', action: 'producer.approved' },
  reject: { stage: 'rejected', action: 'producer.rejected' },
  suspend: { stage: 'suspended', action: 'producer.suspended' },
};

const findRequest = async (
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
 * An open request is approved or rejected; an approved producer is suspended, a suspended one
 * approved again.
 */
const applyDecision = async (
  tx: Transaction,
  row: RequestRow,
  { decision, reason }: Decision,
  adminId: ProfileId,
  now: Date,
): Promise<void> => {
  const currentStage = await lockStage(tx, row.profile_id);
  if (row.stage === 'requested' && decision !== 'suspend') {
    const stage = decision === 'approve' ? 'approved' : 'rejected';
    if (!(await decideRequest(tx, row.id, { stage, reason, adminId, now })))
      throw new AppError('producer.alreadyDecided');
    return;
  }
  const canMove =
    (currentStage === 'approved' && decision === 'suspend') ||
    (currentStage === 'suspended' && decision === 'approve');
  if (!canMove) throw new AppError('producer.alreadyDecided');
  await updateReason(tx, row.id, reason);
};

/**
 * Copies phone and address of the request to the profile where it has none; geo-blocks use the
 * address.
 */
const copyContacts = async (
  platform: Platform,
  tx: Transaction,
  { id, profile_id: profileId, sealed }: RequestRow,
): Promise<void> => {
  if (!sealed) return;
  const { celphone, street, number, county, city, stateCode, zip, country } =
    platform.seal.open<Person>(requestSealContext(id), sealed);
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

type ContactLookup = Pick<AccountDirectory, 'contactOf'>;

const notifyDecision = async (
  { mail, config }: Platform,
  { contactOf }: ContactLookup,
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
 * In the caller's transaction: suspends a producer, with or without a request; false when the
 * profile is not an approved producer.
 */
export const suspendProducer = async (
  platform: Platform,
  contacts: ContactLookup,
  tx: Transaction,
  { adminId }: Allowed<Reviewer>,
  { producerId, reason }: { producerId: ProfileId; reason: string },
): Promise<boolean> => {
  if ((await lockStage(tx, producerId)) !== 'approved') return false;
  const { stage, action } = OUTCOME.suspend;
  const request = await latestRequest(tx, producerId);
  if (request) await updateReason(tx, request.id, reason);
  // Producers that an operator approved have no request; an appeal then refers to their profile.
  const subjectId = request?.id ?? producerId;
  await updateProducerStage(tx, producerId, { producer_stage: stage });
  await recordAct(tx, {
    adminId,
    action,
    profileId: producerId,
    subjectId,
    reason,
    now: platform.clock.now(),
  });
  await notifyDecision(platform, contacts, tx, producerId, {
    decision: 'suspend',
    reason,
    subjectId,
  });
  return true;
};

/**
 * True when this decision completes the approval; false when a second administrator has to approve
 * too. Throws documents.notViewed.
 */
const isApprovalComplete = async (
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
  people: AccountDirectory,
  { adminId }: Allowed<Reviewer>,
  decision: Decision,
): Promise<{ producerId: ProfileId; stage: ProducerStage }> => {
  if (decision.decision !== 'approve' && decision.reason === '')
    throw fieldError('reason', 'validate.required');
  const { stage, action } = OUTCOME[decision.decision];
  const now = platform.clock.now();
  return transaction(platform.db, async (tx) => {
    const row = await findRequest(tx, decision, now);
    refuseOwnDecision(adminId, row.profile_id);
    if (!(await isApprovalComplete(platform, tx, row, decision, adminId, now)))
      return { producerId: row.profile_id, stage: await lockStage(tx, row.profile_id) };
    await applyDecision(tx, row, decision, adminId, now);
    await updateProducerStage(tx, row.profile_id, { producer_stage: stage });
    // The document proves an age of 18 or more, so age verification is done too.
    if (stage === 'approved') {
      await recordVerified(tx, row.profile_id, now);
      await copyContacts(platform, tx, row);
    }
    await recordAct(tx, {
      adminId,
      action,
      profileId: row.profile_id,
      subjectId: row.id,
      reason: decision.reason,
      now,
    });
    await notifyDecision(platform, people, tx, row.profile_id, { ...decision, subjectId: row.id });
    return { producerId: row.profile_id, stage };
  });
};

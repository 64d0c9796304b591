// Decisions over money and identity that need a second administrator.
import type { ProfileId } from '@camarim/contract/ids';
import type { StaffRight } from '@camarim/contract/staff';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { type AdminAction, recordAct } from './audit.ts';
import {
  lockSubject,
  openAgreements,
  openProposals,
  type Proposal,
  staffWhoActed,
} from './store.ts';

/** Throws decision.own when an administrator decides about their own profile. */
export const refuseOwnDecision = (adminId: ProfileId, profileId: ProfileId | null): void => {
  if (adminId === profileId) throw new AppError('decision.own');
};

type Agreement = {
  adminId: ProfileId;
  action: Extract<AdminAction, `${string}.agreed`>;
  /** What the decision needs; the agreement of a person who lost it does not count. */
  right: StaffRight;
  profileId: ProfileId;
  subjectId: string;
  reason?: string;
  now: Date;
};

type Settings = Pick<Config, 'adminSecondPerson' | 'ADMIN_SECOND_PERSON_FROM_CENTAVOS'>;

/** Whether a decision over this amount takes two administrators here. */
export const takesTwo = (
  { adminSecondPerson, ADMIN_SECOND_PERSON_FROM_CENTAVOS: from = 0 }: Settings,
  amount: number,
): boolean => adminSecondPerson && amount >= from;

/**
 * Records that this administrator agrees to what others proposed by an entry with the action
 * `proposedBy`; a proposer is the first of the two persons. True: no other has to agree. Throws
 * decision.proposer when the administrator is the proposer.
 */
export const agreesToProposal = async (
  tx: Transaction,
  settings: Settings,
  { amount, proposedBy, ...agreement }: Agreement & { amount: number; proposedBy: AdminAction },
): Promise<boolean> => {
  if (!takesTwo(settings, amount)) return true;
  const { adminId, right, subjectId } = agreement;
  const proposers = await staffWhoActed(tx, {
    actions: [proposedBy],
    right,
    subjectIds: [subjectId],
  });
  if (proposers.some((other) => other.adminId === adminId)) throw new AppError('decision.proposer');
  return proposers.length > 0 || hasSecondPerson(tx, settings, agreement);
};

/**
 * Records in the audit log that this administrator agrees to `subjectId`. True when that is enough:
 * another administrator agreed since the subject's last decision, or since the last act `decidedBy` about
 * the profile, or the installation requires one person only. Agreeing twice changes nothing.
 */
export const hasSecondPerson = async (
  tx: Transaction,
  { adminSecondPerson }: Pick<Config, 'adminSecondPerson'>,
  { decidedBy, ...agreement }: Agreement & { decidedBy?: AdminAction },
): Promise<boolean> => {
  if (!adminSecondPerson) return true;
  const { right, ...act } = agreement;
  const { adminId, action, subjectId, profileId } = act;
  // The lock puts two agreements at the same moment in order.
  await lockSubject(tx, subjectId);
  const agreed = decidedBy
    ? (await openProposals(tx, { action, decidedBy, right, profileId }))
        .filter((proposal) => proposal.subjectId === subjectId)
        .map((proposal) => proposal.adminId)
    : await openAgreements(tx, { action, right, subjectId });
  if (agreed.some((other) => other !== adminId)) return true;
  if (agreed.length === 0) await recordAct(tx, act);
  return false;
};

/**
 * Administrators who agreed since the subject's last decision; none where the installation requires
 * one person only.
 */
export const approversOf = async (
  { db, config }: Pick<Platform, 'db' | 'config'>,
  agreement: Pick<Agreement, 'action' | 'right' | 'subjectId'>,
): Promise<ProfileId[]> => (config.adminSecondPerson ? openAgreements(db, agreement) : []);

/** What waits for a second person about a profile; nothing where the installation requires one only. */
export const proposalsAbout = async (
  { db, config }: Pick<Platform, 'db' | 'config'>,
  about: Pick<Agreement, 'action' | 'right' | 'profileId'> & { decidedBy: AdminAction },
): Promise<Proposal[]> => (config.adminSecondPerson ? openProposals(db, about) : []);

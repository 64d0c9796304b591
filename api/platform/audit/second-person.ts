// Decisions over money and identity that need a second administrator.
import type { ProfileId } from '@camarim/contract/ids';
import type { StaffRight } from '@camarim/contract/staff';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { type AdminAction, recordAct } from './audit.ts';
import {
  type Agreement,
  isAgreedByAnother,
  lockSubject,
  openAgreements,
  staffWhoActed,
  upsertAgreement,
} from './store.ts';

/**
 * Throws decision.own when an administrator decides about their own profile, or the code where the
 * profile is of who made the decision that they judge.
 */
export const refuseOwnDecision = (
  adminId: ProfileId,
  profileId: ProfileId | null,
  code: 'decision.own' | 'ticket.otherAdmin' = 'decision.own',
): void => {
  if (adminId === profileId) throw new AppError(code);
};

/** What one administrator wants, and another has to want, too. */
type Decision = {
  adminId: ProfileId;
  action: Extract<AdminAction, `${string}.agreed`>;
  /** What the decision needs; the agreement of a person who lost it does not count. */
  right: StaffRight;
  profileId: ProfileId | null;
  /** The same as in the entry of the decision. */
  subjectId: string;
  /** What both have to want, as JSON, where the subject does not say it. */
  value?: unknown;
  /** For the log. */
  reason?: string;
  /** What the other person reads; the reason unless given. */
  note?: string;
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
  { amount, proposedBy, ...decision }: Decision & { amount: number; proposedBy: AdminAction },
): Promise<boolean> => {
  if (!takesTwo(settings, amount)) return true;
  const { adminId, right, subjectId } = decision;
  const proposers = await staffWhoActed(tx, {
    actions: [proposedBy],
    right,
    subjectIds: [subjectId],
  });
  if (proposers.some((other) => other.adminId === adminId)) throw new AppError('decision.proposer');
  return proposers.length > 0 || hasSecondPerson(tx, settings, decision);
};

/**
 * Records that this administrator agrees to what is decided. True when that is enough: another
 * administrator agreed to the same since the subject's last decision, or the installation requires
 * one person only. Agreeing twice changes nothing.
 */
export const hasSecondPerson = async (
  tx: Transaction,
  { adminSecondPerson }: Pick<Config, 'adminSecondPerson'>,
  { right, value = null, note, ...act }: Decision,
): Promise<boolean> => {
  if (!adminSecondPerson) return true;
  const { adminId, subjectId, reason = '', now } = act;
  // The lock puts two agreements at the same moment in order.
  await lockSubject(tx, subjectId);
  if (await isAgreedByAnother(tx, { adminId, value }, { right, subjectId })) return true;
  if (await upsertAgreement(tx, subjectId, { adminId, value, reason: note ?? reason, at: now }))
    await recordAct(tx, act);
  return false;
};

/**
 * What waits for a second person about a subject, newest first; nothing where the installation
 * requires one person only.
 */
export const agreementsOn = async (
  { db, config }: Pick<Platform, 'db' | 'config'>,
  subject: Pick<Decision, 'right' | 'subjectId'>,
): Promise<Agreement[]> => (config.adminSecondPerson ? openAgreements(db, subject) : []);

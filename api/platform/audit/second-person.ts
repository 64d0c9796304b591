// Decisions over money and identity that need a second administrator.
import type { ProfileId } from '@camarim/contract/ids';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { type AdminAction, recordAct } from './audit.ts';
import { lockSubject, openAgreements } from './store.ts';

/** Throws decision.own when an administrator decides about their own profile. */
export const refuseOwnDecision = (adminId: ProfileId, profileId: ProfileId | null): void => {
  if (adminId === profileId) throw new AppError('decision.own');
};

type Agreement = {
  adminId: ProfileId;
  action: Extract<AdminAction, `${string}.agreed`>;
  profileId: ProfileId;
  subjectId: string;
  reason?: string;
  now: Date;
};

/**
 * Records in the audit log that this administrator agrees to `subjectId`. True when that is enough:
 * another administrator agreed since the subject's last decision, or the installation requires one
 * person only. Agreeing twice changes nothing.
 */
export const hasSecondPerson = async (
  tx: Transaction,
  { adminSecondPerson }: Pick<Config, 'adminSecondPerson'>,
  agreement: Agreement,
): Promise<boolean> => {
  if (!adminSecondPerson) return true;
  const { adminId, action, subjectId } = agreement;
  // The lock puts two agreements at the same moment in order.
  await lockSubject(tx, subjectId);
  const agreed = await openAgreements(tx, action, subjectId);
  if (agreed.some((other) => other !== adminId)) return true;
  if (agreed.length === 0) await recordAct(tx, agreement);
  return false;
};

/**
 * Administrators who agreed since the subject's last decision; none where the installation requires
 * one person only.
 */
export const approversOf = async (
  { db, config }: Pick<Platform, 'db' | 'config'>,
  action: Agreement['action'],
  subjectId: string,
): Promise<ProfileId[]> => (config.adminSecondPerson ? openAgreements(db, action, subjectId) : []);

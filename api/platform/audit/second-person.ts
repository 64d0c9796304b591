// Decisions over money and identity that one administrator must not take alone.
import type { ProfileId } from '@camarim/contract/ids';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { type AdminAction, recordAct } from './audit.ts';
import { lockSubject, openAgreements } from './store.ts';

/** Throws decision.own: who gains by a decision is never who takes it. */
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
 * Notes in the administrators' log that this one agrees to what `subjectId` asks for. True when
 * that is enough: another administrator agreed since the subject was last decided on, or the
 * installation asks for one person only. Agreeing twice changes nothing.
 */
export const hasSecondPerson = async (
  tx: Transaction,
  { adminSecondPerson }: Pick<Config, 'adminSecondPerson'>,
  agreement: Agreement,
): Promise<boolean> => {
  if (!adminSecondPerson) return true;
  const { adminId, action, subjectId } = agreement;
  // Two who agree at the same moment are the first and the second.
  await lockSubject(tx, subjectId);
  const agreed = await openAgreements(tx, action, subjectId);
  if (agreed.some((other) => other !== adminId)) return true;
  if (agreed.length === 0) await recordAct(tx, agreement);
  return false;
};

/** Administrators who approved what waits for a second one, since the subject was last decided on; none where the installation asks for one person only. */
export const approversOf = async (
  { db, config }: Pick<Platform, 'db' | 'config'>,
  action: Agreement['action'],
  subjectId: string,
): Promise<ProfileId[]> => (config.adminSecondPerson ? openAgreements(db, action, subjectId) : []);

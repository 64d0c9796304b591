// Administrators set single movements right; everybody else has no such door.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findTransaction } from './store.ts';

export type Correction = { adminId: ProfileId; transferId: TransferId; reason: string };

/** The door asked who it is. Throws transaction.notFound. */
export const mayCorrect = async ({ db }: Pick<Platform, 'db'>, viewer: AdminViewer, transferId: TransferId, reason: string): Promise<Allowed<Correction>> => {
  if (!(await findTransaction(db, transferId))) throw new AppError('transaction.notFound');
  return allow({ adminId: viewer.profileId, transferId, reason });
};

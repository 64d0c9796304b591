// Gives, changes and takes the role of an administrator. Callers: an operator's command, and the
// team page, where no administrator changes their own role and one owner stays.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import type { Clock } from '../../platform/clock/port.ts';
import { type AdminAction, recordAct } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { countOwners, findByLogin, lockStaff, updateStaffRole } from './staff-store.ts';

type Change = {
  /** Null: an operator, by a command on the server. */
  adminId: ProfileId | null;
  action: Extract<AdminAction, `admin.${string}`>;
  role: StaffRole | null;
  reason: string;
  now: Date;
};

/**
 * In the caller's transaction. Open sessions get the role within seconds. False when the account
 * has it already; then nothing is recorded. Throws team.lastOwner unless an operator makes the
 * change.
 */
export const changeStaffRoleIn = async (
  tx: Transaction,
  { id, profileId }: { id: UserId; profileId: ProfileId },
  { adminId, action, role, reason, now }: Change,
): Promise<boolean> => {
  await lockStaff(tx);
  const before = await updateStaffRole(tx, id, role);
  if (before === role) return false;
  if (adminId !== null && before === 'owner') await requireOwnerLeft(tx);
  const change = `${before ?? 'none'} -> ${role ?? 'none'}`;
  await recordAct(tx, {
    adminId,
    action,
    profileId,
    subjectId: id,
    reason: reason === '' ? change : `${change}: ${reason}`,
    now,
  });
  return true;
};

/**
 * For a transaction that took an owner away: throws team.lastOwner when no other is left. Two such
 * transactions run one after the other.
 */
export const requireOwnerLeft = async (tx: Transaction): Promise<void> => {
  await lockStaff(tx);
  if ((await countOwners(tx)) === 0) throw new AppError('team.lastOwner');
};

/**
 * By domain name or confirmed email, for an operator, who may also end the last owner; returns the
 * domain name. Throws profile.notFound.
 */
export const setStaffRole = (
  { db, clock }: { db: Database; clock: Clock },
  login: string,
  role: StaffRole | null,
  reason: string,
): Promise<string> =>
  transaction(db, async (tx) => {
    const person = await findByLogin(tx, login);
    if (!person) throw new AppError('profile.notFound');
    await changeStaffRoleIn(tx, person, {
      adminId: null,
      action: role === null ? 'admin.ended' : 'admin.made',
      role,
      reason,
      now: clock.now(),
    });
    return person.domainName;
  });

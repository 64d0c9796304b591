// `npm run admin -- make-admin USERNAME|EMAIL [--role ROLE] [--end] [REASON]`: makes an
// administrator, an owner unless another role is named, or ends one; also the last owner, because
// the operator can name another.
import { parseArgs } from 'node:util';
import { STAFF_ROLES, type StaffRole } from '@camarim/contract/staff';
import { setStaffRole } from '../features/auth/index.ts';
import { systemClock } from '../platform/clock/system.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { runCommand } from './operator-database.ts';
import { complain, say, usageOf } from './usage.ts';

/** Null where an option is none of ours. */
const readWords = () => {
  try {
    return parseArgs({
      options: {
        end: { type: 'boolean', default: false },
        role: { type: 'string', default: 'owner' },
      },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
};
const isRole = (name: string): name is StaffRole =>
  (STAFF_ROLES as readonly string[]).includes(name);

await runCommand('make-admin', async (db) => {
  const words = readWords();
  if (!words) {
    complain(`Not understood: ${usageOf('make-admin')}`);
    return 1;
  }
  const { end: ends, role } = words.values;
  const [login = '', ...reason] = words.positionals;
  if (!isRole(role)) {
    complain(`There is no role ${role}: ${STAFF_ROLES.join(', ')}`);
    return 1;
  }
  try {
    const domainName = await setStaffRole(
      { db, clock: systemClock },
      login,
      ends ? null : role,
      reason.join(' '),
    );
    say(
      ends
        ? `${domainName} is no longer an administrator.`
        : `${domainName} is now an administrator (${role}).`,
    );
    if (!ends)
      say(
        'In production (ADMIN_SECOND_FACTOR) the dashboard opens after a log-in with a second factor, which is set up at /settings/security.',
      );
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(
      login === ''
        ? `Name the account: ${usageOf('make-admin')}`
        : `No account is called ${login}.`,
    );
    return 1;
  }
});

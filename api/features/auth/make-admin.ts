// Gives or takes the administrator role. Only an operator's command calls this, no route does.
import type { Clock } from '../../platform/clock/port.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { updateRole } from './store.ts';

/**
 * By domain name or email; returns the domain name. A repeated call changes and records nothing.
 * Open sessions get the role within seconds. Throws profile.notFound.
 */
export const setAdmin = (
  { db, clock }: { db: Database; clock: Clock },
  login: string,
  admin: boolean,
  reason: string,
): Promise<string> =>
  transaction(db, async (tx) => {
    const person = await updateRole(tx, login, admin ? 'admin' : 'member');
    if (!person) throw new AppError('profile.notFound');
    if (person.changed)
      await recordAct(tx, {
        adminId: null,
        action: admin ? 'admin.made' : 'admin.ended',
        profileId: person.profileId,
        reason,
        now: clock.now(),
      });
    return person.domainName;
  });

// The reason of an entry of the audit log in the reader's words: a change of a person's role is
// stored by the names of the roles, one of payout rules in fixed English words.
import { STAFF_ROLES } from '@camarim/contract/staff';
import { m } from '../../paraglide/messages.js';
import { wordsOfLogged } from '../funds/index.ts';
import { ROLE_TEXTS } from '../team/index.ts';
import type { AuditEntry } from './queries.ts';

const CHANGE = /^(\w+) -> (\w+)/;

const roleText = (stored: string): string => {
  const role = STAFF_ROLES.find((one) => one === stored);
  return role ? ROLE_TEXTS[role].name() : m.audit_no_role();
};

export const reasonText = ({ action, reason }: Pick<AuditEntry, 'action' | 'reason'>): string => {
  if (action.startsWith('payoutRules.')) return wordsOfLogged(action, reason);
  if (!action.startsWith('admin.')) return reason.replace(' -> ', ' → ');
  return STAFF_ROLES.some((role) => role === reason)
    ? roleText(reason)
    : reason.replace(
        CHANGE,
        (_, from: string, to: string) => `${roleText(from)} → ${roleText(to)}`,
      );
};

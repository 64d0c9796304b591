// Admin pages: respond with 404 to everyone except the team, and with 403 and the reason to those
// of the team whose role lacks the page's right.
import { hasRight, type StaffRight } from '@camarim/contract/staff';
import { data } from 'react-router';
import { currentUser, type User } from '../../client/session/session.ts';
import { m } from '../../paraglide/messages.js';

export const requireStaff = (user: User | null | undefined, right: StaffRight): null => {
  if (hasRight(user?.staffRole, right)) return null;
  throw user?.staffRole
    ? data({ message: m.error_role() }, { status: 403 })
    : data(null, { status: 404 });
};

/** The page's `clientLoader`. */
export const staffClientLoader = (right: StaffRight) => async (): Promise<null> =>
  requireStaff(currentUser(), right);

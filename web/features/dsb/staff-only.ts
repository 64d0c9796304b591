// Admin pages: respond with 404 to everyone except administrators whose role has the page's right.
import { hasRight, type StaffRight } from '@camarim/contract/staff';
import { data } from 'react-router';
import { currentUser, type User } from '../../client/session/session.ts';

export const requireStaff = (user: User | null | undefined, right: StaffRight): null => {
  if (!hasRight(user?.staffRole, right)) throw data(null, { status: 404 });
  return null;
};

/** The page's `clientLoader`. */
export const staffClientLoader = (right: StaffRight) => async (): Promise<null> =>
  requireStaff(currentUser(), right);

// The one check of an administrator's rights: the route guard makes it for every route of the
// contract, and what is served beside the contract makes the same one.
import { hasRight, type StaffRight } from '@camarim/contract/staff';
import { AppError } from '../errors/app-error.ts';
import type { AdminViewer, Viewer } from './viewer.ts';

const isAdmin = (viewer: Viewer): viewer is AdminViewer => viewer.admin;

/**
 * Throws auth.adminsOnly for other people, and auth.rightMissing for administrators whose role
 * lacks the right.
 */
export const requireRight = (viewer: Viewer, right: StaffRight): AdminViewer => {
  if (!isAdmin(viewer)) throw new AppError('auth.adminsOnly');
  if (!hasRight(viewer.staffRole, right)) throw new AppError('auth.rightMissing');
  return viewer;
};

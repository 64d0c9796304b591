// What the role of the person at an admin page lets them do there. The server decides; the page
// only leaves out what would be refused.
import { hasRight, type StaffRight, type StaffRole } from '@camarim/contract/staff';
import { createContext, use } from 'react';

/** Set by AdminPage; parts that are shown without a page leave nothing out. */
export const StaffRoleOfPage = createContext<StaffRole>('owner');

export const useRight = (right: StaffRight): boolean => hasRight(use(StaffRoleOfPage), right);

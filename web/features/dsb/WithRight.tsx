// A part of an admin page that only roles with a right see.
import type { StaffRight } from '@camarim/contract/staff';
import type { ReactNode } from 'react';
import { useRight } from './rights.ts';

export const WithRight = ({ right, children }: { right: StaffRight; children: ReactNode }) =>
  useRight(right) ? children : null;

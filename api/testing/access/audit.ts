// How the access walk and the walk of hidden profiles call the routes of the audit log.
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const auditAccess = {
  'GET /dsb/audit': 'admin',
  'GET /dsb/audit/export': 'admin',
  'POST /dsb/audit/check': 'admin',
} as const satisfies Record<string, AccessCase>;

const ADMIN = 'administrators see all profiles';

export const auditReads = {
  'GET /dsb/audit': ADMIN,
  'GET /dsb/audit/export': ADMIN,
} satisfies Record<string, ReadCase>;

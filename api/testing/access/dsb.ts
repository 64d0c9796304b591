// How the access walk and the walk of hidden profiles call the routes of the dashboard itself.
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const dsbAccess = {
  'GET /dsb': 'admin',
  'GET /dsb/export': 'admin',
} as const satisfies Record<string, AccessCase>;

export const dsbReads = {
  'GET /dsb': 'for administrators',
  'GET /dsb/export': 'for administrators',
} satisfies Record<string, ReadCase>;

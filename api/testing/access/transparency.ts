// How the access walk and the walk of hidden profiles call the routes of the transparency figures.
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const transparencyAccess = {
  'GET /publics/transparency': 'anyone',
  'GET /publics/transparency/export': 'anyone',
} as const satisfies Record<string, AccessCase>;

const COUNTS = 'counts, the same for all requesters';

export const transparencyReads = {
  'GET /publics/transparency': COUNTS,
  'GET /publics/transparency/export': COUNTS,
} satisfies Record<string, ReadCase>;

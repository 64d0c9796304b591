// How the access walk and the walk of hidden profiles call the routes of monthly packs.
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const packsAccess = {
  'GET /dsb/packs': 'admin',
  'POST /dsb/packs': 'admin',
  'GET /dsb/packs/{id}/file': 'admin',
  'GET /publics/packs/key': 'anyone',
  'GET /publics/packs/verifier': 'anyone',
} as const satisfies Record<string, AccessCase>;

export const packsReads = {
  'GET /dsb/packs': 'for administrators',
  'GET /dsb/packs/{id}/file': 'for administrators',
  'GET /publics/packs/key': 'the same for all requesters',
  'GET /publics/packs/verifier': 'the same for all requesters',
} satisfies Record<string, ReadCase>;

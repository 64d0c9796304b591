// How the access walk and the walk of hidden profiles call the routes of the studio.
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const studioAccess = {
  'GET /studio/audience': 'producer',
  'GET /studio/audience/export': 'producer',
  'GET /studio/churn': 'producer',
  'GET /studio/first-steps': 'producer',
  'PUT /studio/first-steps': 'producer',
  'POST /studio/views': 'anyone',
  'GET /studio/statistics': 'producer',
} as const satisfies Record<string, AccessCase>;

const TESTED = 'for producers, while the walk reads as members: audience.test.ts hides profiles';

export const studioReads = {
  'GET /studio/audience': TESTED,
  'GET /studio/audience/export': TESTED,
  'GET /studio/churn': 'counts without names',
  'GET /studio/first-steps': 'shows only the viewer’s own data',
  'GET /studio/statistics': 'counts without names',
} satisfies Record<string, ReadCase>;

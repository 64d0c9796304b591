// How the access walk and the walk of hidden profiles call the routes of overlays.
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const overlaysAccess = {
  'GET /overlays/webhook': 'producer',
  'PUT /overlays/webhook': 'producer',
  'DELETE /overlays/webhook': 'producer',
  'POST /overlays/webhook/secret': 'producer',
  'GET /overlays/webhook/deliveries': 'producer',
  'POST /overlays/test': 'producer',
} as const satisfies Record<string, AccessCase>;

export const overlaysReads = {
  'GET /overlays/webhook': 'names no profile',
  'GET /overlays/webhook/deliveries': 'names no profile',
} as const satisfies Record<string, ReadCase>;

// How the access walk and the walk of hidden profiles call the routes of overlays.
import { type AccessCase, ANY_ID, byId } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const overlaysAccess = {
  'GET /overlays/webhook': 'producer',
  'PUT /overlays/webhook': 'producer',
  'DELETE /overlays/webhook': 'producer',
  'POST /overlays/webhook/secret': 'producer',
  'GET /overlays/webhook/deliveries': 'producer',
  'GET /overlays/toy': 'producer',
  'POST /overlays/toy/pairing': 'producer',
  'PUT /overlays/toy/rules': 'producer',
  'POST /overlays/toy/test': 'producer',
  'POST /overlays/toy/stop': 'producer',
  'DELETE /overlays/toy': 'producer',
  'POST /overlays/toy/callback': 'provider',
  'POST /overlays/test': 'producer',
  'GET /overlays/links': 'producer',
  'POST /overlays/links': 'producer',
  'DELETE /overlays/links/{id}': byId('producer', 'overlay.linkNotFound', () => ANY_ID),
} as const satisfies Record<string, AccessCase>;

export const overlaysReads = {
  'GET /overlays/webhook': 'names no profile',
  'GET /overlays/webhook/deliveries':
    'names people to a producer; webhook/webhook.test.ts hides one',
  'GET /overlays/links': 'names no profile',
  'GET /overlays/toy': 'names no profile',
} as const satisfies Record<string, ReadCase>;

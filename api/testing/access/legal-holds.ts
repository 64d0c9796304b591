// How the access walk and the walk of hidden profiles call the routes of legal holds.
import { ANY_ID, type AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const legalHoldsAccess = {
  'GET /dsb/legal-holds': 'admin',
  'POST /dsb/legal-holds': {
    for: 'admin',
    refused: 'legalHold.noSubject',
    resources: () => ({ body: { subjectKind: 'post', subjectId: ANY_ID, reason: 'Ofício 1' } }),
  },
  'POST /dsb/legal-holds/{id}/release': {
    for: 'admin',
    refused: 'legalHold.notFound',
    resources: () => ({ params: { id: ANY_ID }, body: { reason: 'Prazo encerrado' } }),
  },
} as const satisfies Record<string, AccessCase>;

export const legalHoldsReads = {
  'GET /dsb/legal-holds': 'administrators see all profiles',
} satisfies Record<string, ReadCase>;

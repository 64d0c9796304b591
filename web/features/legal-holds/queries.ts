// Legal holds: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../client/api/api.ts';
import { withStepUp } from '../auth/index.ts';

export type LegalHold = Data<'GET /dsb/legal-holds'>[number];
export type OwnerId = NonNullable<
  NonNullable<CallInput<'GET /dsb/legal-holds'>['query']>['ownerId']
>;

const OWN = [400, 403, 404, 409];

/** Those in force of what is theirs. */
export const legalHoldsQuery = (ownerId: OwnerId) =>
  queryOptions({
    queryKey: ['dsb', 'legal-holds', ownerId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /dsb/legal-holds', {
          query: { ownerId, limit: 50, offset: 0 },
          signal,
        })
      ).data,
  });

export const placeLegalHold = (body: CallInput<'POST /dsb/legal-holds'>['body']) =>
  withStepUp(() => call('POST /dsb/legal-holds', { body, own: OWN }));

export const releaseLegalHold = (id: string, reason: string) =>
  withStepUp(() =>
    call('POST /dsb/legal-holds/{id}/release', { params: { id }, body: { reason }, own: OWN }),
  );

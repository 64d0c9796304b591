// Help tickets in the admin pages: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { withStepUp } from '../../features/auth/index.ts';

export type Ticket = Data<'GET /dsb/help'>[number];

export const ticketsQuery = () =>
  queryOptions({
    queryKey: ['dsb', 'help'],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/help', { query: { limit: 20, offset: 0 }, signal })).data,
  });

export type Outcome = NonNullable<NonNullable<Ticket['appeal']>['outcome']>;

export const answerTicket = ({
  id,
  answer,
  outcome,
}: {
  id: string;
  answer: string;
  outcome: Outcome;
}) =>
  withStepUp(() =>
    call('POST /dsb/help/{id}', {
      params: { id },
      body: { answer, outcome },
      handled: [400, 403, 404, 409],
    }),
  );

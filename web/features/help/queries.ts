// Frequent questions and help tickets: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';

export const faqsQuery = () =>
  queryOptions({
    queryKey: ['publics', 'faqs'],
    queryFn: async ({ signal }) =>
      (
        await call('GET /publics/faqs/{all}/{product}', {
          params: { all: 'all', product: 'all' },
          signal,
        })
      ).data,
  });

export const ticketsQuery = () =>
  queryOptions({
    queryKey: ['help', 'mine'],
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/help', { query: { limit: 20, offset: 0 }, signal })).data,
  });

export type Contestable = Data<'GET /help/decisions'>[number];

export const decisionsQuery = () =>
  queryOptions({
    queryKey: ['help', 'decisions'],
    queryFn: async ({ signal }) => (await call('GET /help/decisions', { signal })).data,
  });

export const createTicket = (body: { message: string; decision?: string }) =>
  call('POST /profiles/help', { body, own: [400, 404, 429] });

// Frequent questions and help tickets: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../client/api/api.ts';

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

/** Payments that this person asked to have refunded. */
export const refundsQuery = () =>
  queryOptions({
    queryKey: ['help', 'refunds'],
    queryFn: async ({ signal }) => (await call('GET /help/refunds', { signal })).data,
  });

export type Contestable = Data<'GET /help/decisions'>[number];

export const decisionsQuery = () =>
  queryOptions({
    queryKey: ['help', 'decisions'],
    queryFn: async ({ signal }) => (await call('GET /help/decisions', { signal })).data,
  });

export const createTicket = (body: CallInput<'POST /profiles/help'>['body']) =>
  call('POST /profiles/help', { body, own: [400, 404, 409, 429] });

export type Refusal = Data<'POST /publics/help/decision'>;

/** A refusal that a person without an account may contest, by the token of their email. */
export const refusalQuery = (token: string) =>
  queryOptions({
    queryKey: ['help', 'refusal', token],
    retry: false,
    queryFn: async () =>
      (await call('POST /publics/help/decision', { body: { token }, own: [400, 404, 429] })).data,
  });

export const contestRefusal = (body: { token: string; message: string; email?: string }) =>
  call('POST /publics/help/appeal', { body, own: [400, 404, 409, 429] });

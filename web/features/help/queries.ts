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

export const REFUNDS = ['help', 'refunds'] as const;

/** Which of these payments this person asked to have refunded. */
export const refundsQuery = (receipts: readonly string[]) =>
  queryOptions({
    queryKey: [...REFUNDS, receipts],
    queryFn: async ({ signal }) =>
      (await call('GET /help/refunds', { query: { receipts: receipts.join(',') }, signal })).data,
  });

export type Contestable = Data<'GET /help/decisions'>[number];

export const decisionsQuery = () =>
  queryOptions({
    queryKey: ['help', 'decisions'],
    queryFn: async ({ signal }) => (await call('GET /help/decisions', { signal })).data,
  });

export const createTicket = (body: CallInput<'POST /profiles/help'>['body']) =>
  call('POST /profiles/help', { body, handled: [400, 404, 409, 429] });

export const askAsVisitor = (body: CallInput<'POST /publics/help'>['body']) =>
  call('POST /publics/help', { body, handled: [400, 422, 429] });

export type Refusal = Data<'POST /publics/help/decision'>;

/** A refusal that a person without an account may contest, by the token of their email. */
export const refusalQuery = (token: string) =>
  queryOptions({
    queryKey: ['help', 'refusal', token],
    retry: false,
    queryFn: async () =>
      (await call('POST /publics/help/decision', { body: { token }, handled: [400, 404, 429] }))
        .data,
  });

export const contestRefusal = (body: { token: string; message: string; email?: string }) =>
  call('POST /publics/help/appeal', { body, handled: [400, 404, 409, 429] });

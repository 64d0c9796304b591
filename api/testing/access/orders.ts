// How the access walk and the walk of hidden profiles call the routes of custom orders.
import { askFor, offerFor } from '../orders/ordering.ts';
import { ANY_ID, type AccessCase, byId } from './access-case.ts';
import type { ForeignResources } from './foreign-resources.ts';
import type { ReadCase } from './read-case.ts';

const NOT_FOUND = 'order.notFound';
const ofOthers = ({ orderId }: ForeignResources): string => orderId;

export const ordersAccess = {
  'GET /orders': 'member',
  'GET /orders/{id}': byId('member', NOT_FOUND, ofOthers),
  'POST /orders': {
    for: 'member',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ body: { profileId: shyId, text: 'Um quadro' } }),
  },
  'POST /orders/{id}/offer': byId('producer', NOT_FOUND, ofOthers, { price: 500, days: 2 }),
  'POST /orders/{id}/decline': byId('member', NOT_FOUND, ofOthers, {}),
  'POST /orders/{id}/withdraw': byId('member', NOT_FOUND, ofOthers),
  'POST /orders/{id}/accept': byId('member', NOT_FOUND, ofOthers, { price: 500 }),
  'POST /orders/{id}/deliver': byId('producer', NOT_FOUND, ofOthers, { medias: [{ id: ANY_ID }] }),
  'POST /orders/{id}/approve': byId('member', NOT_FOUND, ofOthers),
  'POST /orders/{id}/dispute': byId('member', NOT_FOUND, ofOthers, { text: 'Não é isso' }),
  'GET /dsb/orders': 'admin',
  'POST /dsb/orders/{id}': byId('admin', NOT_FOUND, () => ANY_ID, {
    outcome: 'settle',
    reason: 'Está como combinado',
  }),
} as const satisfies Record<string, AccessCase>;

export const ordersReads = {
  'GET /orders': {
    member: true,
    // The offer is unread, as the walk of conversations expects.
    connect: async (_app, requester, profile) =>
      offerFor(profile, await askFor(requester, profile)),
    shows: () => [{}, { query: { role: 'fan' } }, { query: { open: 'true' } }],
  },
  'GET /orders/{id}': 'shows an order of GET /orders, by the same code; orders.test.ts calls it',
  'GET /dsb/orders': 'administrators only',
} satisfies Record<string, ReadCase>;

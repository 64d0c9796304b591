// How the access walk and the walk of hidden profiles call the routes of collections.
import type { CollectionId } from '@camarim/contract/features/collections';
import { purchaseCollection } from '../collecting.ts';
import { ANY_ID, type AccessCase, byId } from './access-case.ts';
import type { ReadCase, World } from './read-case.ts';

const NOT_FOUND = 'collection.notFound';

export const collectionsAccess = {
  'GET /collections': 'anyone',
  'GET /collections/purchased': 'member',
  'GET /collections/offers': 'anyone',
  'GET /collections/{id}': byId('anyone', NOT_FOUND, () => ANY_ID),
  'GET /collections/{id}/posts': byId('anyone', NOT_FOUND, () => ANY_ID),
  'POST /collections': 'producer',
  'PUT /collections/{id}': byId('producer', NOT_FOUND, ({ collectionId }) => collectionId, {
    price: 900,
  }),
  'DELETE /collections/{id}': byId('producer', NOT_FOUND, ({ collectionId }) => collectionId),
  'POST /collections/{id}/purchase': byId(
    'member',
    NOT_FOUND,
    ({ shyCollectionId }) => shyCollectionId,
    { price: 500, postIds: [ANY_ID] },
  ),
} as const satisfies Record<string, AccessCase>;

const byCollection = ({ collectionId }: World) => [{ params: { id: collectionId } }];

export const collectionsReads = {
  'GET /collections': { shows: ({ segredo }) => [{ query: { profileId: segredo.profileId } }] },
  'GET /collections/purchased': {
    member: true,
    connect: async (app, requester, profile) => {
      const [collection] = await requester.call('GET /collections', {
        query: { profileId: profile.profileId },
      });
      await purchaseCollection(app, requester, collection?.id as CollectionId);
    },
    shows: () => [{}],
  },
  'GET /collections/offers': {
    shows: ({ collectionPostId }) => [{ query: { postIds: collectionPostId } }],
  },
  'GET /collections/{id}': { shows: byCollection },
  'GET /collections/{id}/posts': { shows: byCollection },
} satisfies Record<string, ReadCase>;

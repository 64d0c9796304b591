// What other features and the composition root may use of collections.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { eraseCollectionsOf } from './edit-collection.ts';
import { exportCollectionsOf } from './export-store.ts';
import { revokeCollectionPurchases } from './purchases-store.ts';
import { collectionsHandlers } from './routes.ts';

export { boughtCollectionOf } from './purchases-store.ts';

/** Posts that are sold together. The access that a purchase gives is revoked with its posts. */
export const collections = defineFeature({
  name: 'collections',
  texts,
  handlers: collectionsHandlers,
  revokers: {
    collection: ({ clock }, tx, transferIds) =>
      revokeCollectionPurchases(tx, transferIds, clock.now()),
  },
  personalData: [
    {
      text: 'data.collections',
      tables: ['collections'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseCollectionsOf],
    },
  ],
  exporters: [exportCollectionsOf],
});

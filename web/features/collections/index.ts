// What other features and the app may use of collections.
export { collectionsDialogs } from './dialogs.ts';
export { loadCollectionSale, PostCollections, ProfileCollections } from './parts.ts';
export { ownCollectionsQuery } from './queries.ts';

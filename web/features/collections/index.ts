// What other features and the app may use of collections.
export { loadCollectionSale } from './parts.ts';

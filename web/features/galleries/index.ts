// What other features and the app may use of galleries.
export { Gallery } from './parts.ts';

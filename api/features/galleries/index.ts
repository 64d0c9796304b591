// What the composition root may use of galleries.
export { galleriesHandlers } from './routes.ts';

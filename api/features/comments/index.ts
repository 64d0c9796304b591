// What the composition root may use of comments.
export { commentsHandlers } from './routes.ts';

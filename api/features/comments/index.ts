// What the composition root may use of comments.
export { eraseCommentsOf } from './erase.ts';
export { commentsHandlers } from './routes.ts';

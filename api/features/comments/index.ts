// What other features and the composition root may use of comments.
export { exportCommentsOf } from './export-store.ts';
export { eraseCommentsOf } from './erase.ts';
export { joinableThreadOwner } from './policy.ts';
export { commentsHandlers } from './routes.ts';
export { removeComment } from './service.ts';

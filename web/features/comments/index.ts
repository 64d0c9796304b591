// What other features and the app may use of comments.
export { Comments } from './parts.ts';
export { firstCommentsQuery } from './queries.ts';

// What the composition root may use of follows.
import { defineFeature } from '../../feature.ts';
import { followsHandlers } from './routes.ts';

export { listFollowsOf, type Side } from './store.ts';

/** Lists of who follows whom. */
export const follows = defineFeature({ name: 'follows', handlers: followsHandlers });

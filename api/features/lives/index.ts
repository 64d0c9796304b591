// What other features and the composition root may use of live shows.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { eraseLivesOf } from './end-live.ts';
import { exportLivesOf } from './export-store.ts';
import { defineLivesJobs } from './jobs.ts';
import { enforceAccess, followEngine } from './media/follow-engine.ts';
import { mediaHandlers } from './media/routes.ts';
import { livesHandlers } from './routes.ts';
import { liveTopic } from './topics.ts';

/** Live shows of producers, their watchers and their rooms. */
export const lives = defineFeature({
  name: 'lives',
  texts,
  handlers: (ctx) => ({ ...livesHandlers(ctx), ...mediaHandlers(ctx) }),
  jobs: defineLivesJobs,
  serve: (server, ctx) => {
    const closing = new AbortController();
    const following = followEngine(ctx, closing.signal);
    const unsubscribe = ctx.bus.subscribe('accessChanged', (change) => {
      enforceAccess(ctx, change).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'the access of watchers was not checked'),
      );
    });
    server.addHook('onClose', async () => {
      closing.abort();
      unsubscribe();
      await following;
    });
  },
  topics: [liveTopic],
  erasers: [eraseLivesOf],
  exporters: [exportLivesOf],
});

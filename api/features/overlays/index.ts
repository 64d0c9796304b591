// What the composition root may use of overlays.
import { defineFeature } from '../../feature.ts';
import { createOutgoing } from '../../platform/outgoing/post.ts';
import { texts } from './declarations.ts';
import { eraseOverlaysOf } from './erase.ts';
import { exportOverlaysOf } from './export-store.ts';
import { defineOverlaysJobs } from './jobs.ts';
import { serveStreams } from './links/serve-streams.ts';
import { createStreams } from './links/streams.ts';
import { serveOverlayPage } from './page/serve-page.ts';
import { overlaysHandlers } from './routes.ts';

/** What producers connect to the events of their rooms. */
export const overlays = defineFeature({
  name: 'overlays',
  texts,
  handlers: (ctx) => overlaysHandlers(ctx, createOutgoing(ctx.config.WEBHOOK_PRIVATE_ORIGINS)),
  jobs: (ctx) => defineOverlaysJobs(ctx, createOutgoing(ctx.config.WEBHOOK_PRIVATE_ORIGINS)),
  serve: (server, ctx) => {
    const streams = createStreams(ctx);
    serveStreams(server, ctx, streams);
    serveOverlayPage(server, ctx);
    server.addHook('preClose', async () => streams.close());
  },
  personalData: [
    {
      text: 'data.overlays',
      tables: ['webhooks', 'overlay_links', 'overlay_toys'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseOverlaysOf],
    },
  ],
  exporters: [exportOverlaysOf],
});

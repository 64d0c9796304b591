// What the composition root may use of overlays.
import { defineFeature } from '../../feature.ts';
import { createOutgoing } from '../../platform/outgoing/post.ts';
import { texts } from './declarations.ts';
import { eraseOverlaysOf } from './erase.ts';
import { exportOverlaysOf } from './export-store.ts';
import { defineOverlaysJobs } from './jobs.ts';
import { overlaysHandlers } from './routes.ts';

/** What producers connect to the events of their rooms. */
export const overlays = defineFeature({
  name: 'overlays',
  texts,
  handlers: (ctx) => overlaysHandlers(ctx, createOutgoing(ctx.config.WEBHOOK_PRIVATE_ORIGINS)),
  jobs: (ctx) => defineOverlaysJobs(ctx, createOutgoing(ctx.config.WEBHOOK_PRIVATE_ORIGINS)),
  erasers: [eraseOverlaysOf],
  exporters: [exportOverlaysOf],
});

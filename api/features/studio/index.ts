// What the composition root may use of the studio.
import { defineFeature } from '../../feature.ts';
import { studioHandlers } from './routes.ts';

/** What creators see of their own work. */
export const studio = defineFeature({ name: 'studio', handlers: studioHandlers });

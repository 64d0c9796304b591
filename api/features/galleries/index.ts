// What the composition root may use of galleries.
import { defineFeature } from '../../feature.ts';
import { galleriesHandlers } from './routes.ts';

/** A producer's gallery of media. */
export const galleries = defineFeature({ name: 'galleries', handlers: galleriesHandlers });

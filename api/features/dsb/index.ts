// What the composition root may use of the dashboard.
import { defineFeature } from '../../feature.ts';
import { dsbHandlers } from './routes.ts';

/** The overview of administrators; what they decide about is in the features that own it. */
export const dsb = defineFeature({ name: 'dsb', handlers: dsbHandlers });

// Secret links of producers: with one of them a program reads the events of their rooms as they
// happen, and a broadcasting program shows them as a page, without a session.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';
import { OVERLAY_LABEL_MAX, OVERLAY_LINKS_MAX } from './limits.ts';

export type OverlayLinkId = Id<'overlayLink'>;

const linkSchema = z
  .object({
    id: id('overlayLink'),
    label: z.string(),
    ending: z.string().meta({ description: 'the last four characters of its key' }),
    createdAt: instant,
    usedAt: instant.nullable(),
  })
  .meta({ id: 'OverlayLink' });

export const overlayLinksRoutes = {
  'GET /overlays/links': route({
    id: 'overlays.links',
    summary: 'My secret links, newest first, without their addresses',
    auth: 'producer',
    reply: z.array(linkSchema),
  }),
  'POST /overlays/links': route({
    id: 'overlays.createLink',
    summary: `Makes one of up to ${OVERLAY_LINKS_MAX} secret links. Its addresses are in this reply only: the installation has the hash of its key`,
    auth: 'producer',
    body: z.object({ label: z.string().trim().max(OVERLAY_LABEL_MAX).default('') }),
    example: { label: 'OBS' },
    reply: linkSchema.extend({
      pageUrl: z
        .string()
        .meta({ description: 'a page with alerts, goal and orders, for a browser source' }),
      streamUrl: z
        .string()
        .meta({ description: 'server-sent events (text/event-stream): each a RoomEvent' }),
    }),
    errors: ['overlay.tooManyLinks'],
    perMinute: 10,
  }),
  'DELETE /overlays/links/{id}': route({
    id: 'overlays.deleteLink',
    summary: 'Revokes a secret link and ends what reads by it',
    auth: 'producer',
    params: z.object({ id: id('overlayLink') }),
    reply: z.null(),
    errors: ['overlay.linkNotFound'],
  }),
};

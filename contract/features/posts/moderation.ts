// /dsb/medias: what administrators take down, so that it does not come back.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id } from '../../wire.ts';

export const moderationRoutes = {
  'POST /dsb/medias/{id}/take-down': route({
    id: 'dsb.takeDownMedia',
    summary: 'Takes a media out of the product for good, for buyers too, and refuses copies of it from then on: resized, recompressed or mirrored',
    auth: 'admin',
    params: z.object({ id: id('media') }),
    body: z.object({ reason: z.string().trim().min(1).max(REASON_MAX) }),
    example: { reason: 'ordem judicial 123/2026' },
    reply: z.object({ blocked: z.int().meta({ description: 'pictures and frames that must not come back' }) }),
    errors: ['media.notFound'],
  }),
};

// Blocks: of people, either way and with everything that follows, and of places from which a
// profile is not seen.
import { z } from 'zod';
import { GEO_BLOCKS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

/** Source: specification section 3, geolocationBlocks. */
export const geoBlockSchema = z
  .object({
    id: id('geoBlock'),
    state: z.string().meta({ description: 'name as IBGE writes it' }),
    stateCode: z.string(),
    city: z.string().nullable().meta({ description: 'null: the whole state' }),
    createdAt: instant,
  })
  .meta({ id: 'GeoBlock' });

const profileParams = z.object({ id: id('profile') });

export const blocksRoutes = {
  'GET /profiles/geolocation-block': route({
    id: 'profiles.geoBlocks',
    summary: 'Places from which my profile is not seen, by state and city',
    auth: 'producer',
    query: z.object(page(GEO_BLOCKS_MAX, GEO_BLOCKS_MAX)),
    reply: z.array(geoBlockSchema),
    list: 'offset',
  }),
  'POST /profiles/geolocation-block': route({
    idempotency: 'remembered',
    id: 'profiles.blockPlace',
    summary:
      'Hides my profile from a state, or from one city of it; blocks of cities give way to that of their state',
    auth: 'producer',
    body: z.object({
      state: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .meta({ description: 'code or name; accents and case are ignored' }),
      city: z.string().trim().min(1).max(80).nullable().default(null),
    }),
    example: { state: 'SP', city: 'Campinas' },
    reply: geoBlockSchema.extend({
      absorbed: z.int().meta({ description: 'blocks of cities that gave way' }),
    }),
    errors: ['validate.invalid', 'geoBlock.exists', 'geoBlock.covered', 'geoBlock.tooMany'],
    perMinute: 60,
  }),
  'DELETE /profiles/geolocation-block/{id}': route({
    id: 'profiles.unblockPlace',
    summary: 'Shows my profile there again',
    auth: 'producer',
    params: z.object({ id: id('geoBlock') }),
    reply: z.null(),
    errors: ['geoBlock.notFound'],
  }),
  'POST /profiles/{id}/block': route({
    id: 'profiles.block',
    summary:
      'Blocks a profile: the two no longer see, follow or like each other. Repeating changes nothing. A subscription that runs ends with its period',
    auth: 'member',
    params: profileParams,
    reply: z.object({ blocked: z.boolean() }),
    errors: ['profile.notFound', 'profile.notSelf'],
    perMinute: 60,
  }),
  'POST /profiles/{id}/unblock': route({
    id: 'profiles.unblock',
    summary: 'Takes my block back; what it ended stays ended. Repeating changes nothing',
    auth: 'member',
    params: profileParams,
    reply: z.object({ blocked: z.boolean() }),
  }),
  'GET /profiles/blockeds': route({
    id: 'profiles.blockeds',
    summary: 'Profiles that I block, newest first',
    auth: 'member',
    query: z.object({ ...page(20, 50), search: z.string().trim().max(60).optional() }),
    reply: z.array(profileSummarySchema.extend({ blockedAt: instant })),
    list: 'offset',
  }),
};

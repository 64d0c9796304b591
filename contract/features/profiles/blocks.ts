// Blocks: of people, either way and with everything that follows, and of places from which a
// profile is not seen.
import { z } from 'zod';
import { GEO_BLOCKS_MAX, SHOWN_COUNTRIES_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

const countryCode = z.string().meta({ description: 'ISO 3166-1 alpha-2' });

/** Source: specification section 3, geolocationBlocks; countries are ours. */
const geoBlockSchema = z
  .object({
    id: id('geoBlock'),
    countryCode,
    state: z
      .string()
      .nullable()
      .meta({ description: 'name as IBGE writes it; null: the whole country' }),
    stateCode: z.string().nullable(),
    city: z.string().nullable().meta({ description: 'null: the whole state' }),
    createdAt: instant,
  })
  .meta({ id: 'GeoBlock' });

const profileParams = z.object({ id: id('profile') });

export const blocksRoutes = {
  'GET /profiles/geolocation-block': route({
    id: 'profiles.geoBlocks',
    summary: 'Places from which my profile is not seen, by country, state and city',
    auth: 'producer',
    query: z.object(page(GEO_BLOCKS_MAX, GEO_BLOCKS_MAX)),
    reply: z.array(geoBlockSchema),
    list: 'offset',
  }),
  'POST /profiles/geolocation-block': route({
    idempotency: 'remembered',
    id: 'profiles.blockPlace',
    summary:
      'Hides my profile from a country, a state of Brazil or one city of it; blocks inside it give way to that of the whole',
    auth: 'producer',
    body: z.object({
      country: countryCode
        .trim()
        .toUpperCase()
        .nullable()
        .default(null)
        .meta({ description: 'required for a whole country; BR with a state' }),
      state: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .nullable()
        .default(null)
        .meta({ description: 'code or name; accents and case are ignored' }),
      city: z.string().trim().min(1).max(80).nullable().default(null),
    }),
    example: { state: 'SP', city: 'Campinas' },
    reply: geoBlockSchema.extend({
      absorbed: z.int().meta({ description: 'blocks of states and cities that gave way' }),
    }),
    errors: [
      'validate.required',
      'validate.invalid',
      'geoBlock.exists',
      'geoBlock.covered',
      'geoBlock.countryCovered',
      'geoBlock.tooMany',
    ],
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
  'GET /profiles/geolocation-countries': route({
    id: 'profiles.shownOnlyIn',
    summary: 'Countries in which alone my profile is seen; none: everywhere',
    auth: 'producer',
    reply: z.array(countryCode),
  }),
  'PUT /profiles/geolocation-countries': route({
    id: 'profiles.showOnlyIn',
    summary:
      'Shows my profile in these countries alone; none: everywhere. Blocks of places hold beside it',
    auth: 'producer',
    body: z.object({
      countries: z.array(countryCode.trim().toUpperCase()).max(SHOWN_COUNTRIES_MAX),
    }),
    example: { countries: ['BR', 'PT'] },
    reply: z.array(countryCode),
    errors: ['validate.invalid'],
    perMinute: 60,
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

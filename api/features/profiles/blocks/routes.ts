// Routes of blocks of profiles and places.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { blockPlace, unblockPlace, viewGeoBlocks } from './block-place.ts';
import { showOnlyIn, viewShownOnlyIn } from './show-only-in.ts';
import { blockProfile, unblockProfile, viewBlocked } from './block-profile.ts';
import { canBlock, canBlockPlaces, canUnblock, canUnblockPlace } from './policy.ts';

export const blocksHandlers = (ctx: Ctx) =>
  handlers({
    'GET /profiles/geolocation-block': async ({ viewer, query }) => ({
      data: await viewGeoBlocks(ctx, viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /profiles/geolocation-block': async ({ viewer, body }) => ({
      data: await blockPlace(ctx, canBlockPlaces(viewer), body),
    }),
    'DELETE /profiles/geolocation-block/{id}': async ({ viewer, params }) => {
      await unblockPlace(ctx, canUnblockPlace(viewer, params.id));
      return { data: null };
    },
    'GET /profiles/geolocation-countries': async ({ viewer }) => ({
      data: await viewShownOnlyIn(ctx, viewer),
    }),
    'PUT /profiles/geolocation-countries': async ({ viewer, body }) => ({
      data: await showOnlyIn(ctx, canBlockPlaces(viewer), body),
    }),
    'POST /profiles/{id}/block': async ({ viewer, params }) => ({
      data: await blockProfile(ctx, await canBlock(ctx, viewer, params.id)),
    }),
    'POST /profiles/{id}/unblock': async ({ viewer, params }) => ({
      data: await unblockProfile(ctx, canUnblock(viewer, params.id)),
    }),
    'GET /profiles/blockeds': async ({ viewer, query }) => ({
      data: await viewBlocked(ctx, viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });

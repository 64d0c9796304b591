// Routes of blocks of profiles and places.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { blockPlace, unblockPlace, viewGeoBlocks } from './block-place.ts';
import { blockProfile, unblockProfile, viewBlocked } from './block-profile.ts';
import { canBlock, canBlockPlaces, canUnblock, canUnblockPlace } from './policy.ts';

export const blocksHandlers = (platform: Ctx) =>
  handlers({
    'GET /profiles/geolocation-block': async ({ viewer, query }) => ({
      data: await viewGeoBlocks(platform, viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /profiles/geolocation-block': async ({ viewer, body }) => ({
      data: await blockPlace(platform, canBlockPlaces(viewer), body),
    }),
    'DELETE /profiles/geolocation-block/{id}': async ({ viewer, params }) => {
      await unblockPlace(platform, canUnblockPlace(viewer, params.id));
      return { data: null };
    },
    'POST /profiles/{id}/block': async ({ viewer, params }) => ({
      data: await blockProfile(platform, await canBlock(platform, viewer, params.id)),
    }),
    'POST /profiles/{id}/unblock': async ({ viewer, params }) => ({
      data: await unblockProfile(platform, canUnblock(viewer, params.id)),
    }),
    'GET /profiles/blockeds': async ({ viewer, query }) => ({
      data: await viewBlocked(platform, viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });

// Blocks of people and of places on the wire.
import { handlers } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { blockPlace, unblockPlace, viewGeoBlocks } from './block-place.ts';
import { blockProfile, unblockProfile, viewBlocked } from './block-profile.ts';
import { mayBlock, mayBlockPlaces, mayUnblock, mayUnblockPlace } from './policy.ts';

export const blocksHandlers = (platform: Platform) =>
  handlers({
    'GET /profiles/geolocation-block': async ({ viewer, query }) => ({
      data: await viewGeoBlocks(platform, viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /profiles/geolocation-block': async ({ viewer, body }) => ({
      data: await blockPlace(platform, mayBlockPlaces(viewer), body),
    }),
    'DELETE /profiles/geolocation-block/{id}': async ({ viewer, params }) => {
      await unblockPlace(platform, mayUnblockPlace(viewer, params.id));
      return { data: null };
    },
    'POST /profiles/{id}/block': async ({ viewer, params }) => ({
      data: await blockProfile(platform, await mayBlock(platform, viewer, params.id)),
    }),
    'POST /profiles/{id}/unblock': async ({ viewer, params }) => ({
      data: await unblockProfile(platform, mayUnblock(viewer, params.id)),
    }),
    'GET /profiles/blockeds': async ({ viewer, query }) => ({
      data: await viewBlocked(platform, viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });

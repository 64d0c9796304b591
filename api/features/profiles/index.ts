// What other features may do with profiles.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { blocksHandlers } from './blocks/routes.ts';
import { eraseBlocksOf, eraseFollowsOf, eraseLikesOf } from './erase-profile.ts';
import { exportProfileOf } from './export-store.ts';
import { createReviewableImages } from './reviewable-images.ts';
import { defineProfilesJobs } from './jobs.ts';
import { mediaAccess } from './media-access.ts';
import { profilesHandlers } from './routes.ts';
import { profileTopic } from './topics.ts';
import { hiddenAtHome, loadHomePlace } from './contacts/place.ts';
import { summarise } from './view-profiles.ts';

export { completeContacts } from './contacts/contacts.ts';
export { cityOf } from './contacts/cities.ts';
export {
  hiddenAtHome,
  placeFromContacts,
  loadHomePlace,
  loadHomePlaces,
} from './contacts/place.ts';
export { approveProducer } from './approve-producer.ts';
export { eraseProfile } from './erase-profile.ts';
export { isReservedName } from './reserved-names.ts';
export type { ProfileSummary } from './present.ts';
export { isProducer, canCashOut, ONLINE_MS } from './rules.ts';
export {
  addToTotals,
  insertProfile as createProfile,
  isNameTaken,
  updateLastSeen as markSeen,
} from './store.ts';
export { nameContains, nameContainsSql } from './explore/explore-store.ts';
export type { NewProfile, ProducerStage } from './store.ts';
export {
  hiddenAmong,
  hiddenFrom,
  isHidden,
  isHiddenProfile,
  isRemovedAccount,
  requesterAt,
  requesterRow,
  requestersAt,
  requestersValues,
  requesterValues,
} from '../visibility/index.ts';
export type { StandIn } from './view-as.ts';
export { standInFor, withRelationOf } from './view-as.ts';
export { summarise, viewOwnProfile, viewPublicProfile, visibleProfile } from './view-profiles.ts';

/** Profiles of members and producers. */
export const profiles = defineFeature({
  name: 'profiles',
  texts,
  services: (ctx) => ({
    summarise: (ids) => summarise(ctx, ids),
    hiddenAtHome: (pairs) => hiddenAtHome(ctx, pairs),
    homePlaceOf: (profileId) => loadHomePlace(ctx, profileId),
  }),
  reviewableContent: (ctx) => ({
    avatar: createReviewableImages(ctx, 'avatar'),
    cover: createReviewableImages(ctx, 'cover'),
  }),
  handlers: (ctx) => ({ ...profilesHandlers(ctx), ...blocksHandlers(ctx) }),
  jobs: defineProfilesJobs,
  mediaAccess: [mediaAccess],
  topics: [profileTopic],
  personalData: [
    {
      text: 'data.profile',
      tables: ['profiles'],
      ground: 'contract',
      removal: 'blanked',
      by: 'removal',
    },
    {
      text: 'data.contact',
      tables: ['profile_contacts', 'geolocation_blocks', 'profile_views'],
      ground: 'contract',
      removal: 'erased',
      by: 'removal',
    },
    {
      text: 'data.follows',
      tables: ['follows'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseFollowsOf],
    },
    {
      text: 'data.likes',
      tables: ['profile_likes'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseLikesOf],
    },
    {
      text: 'data.blocks',
      tables: ['blocks'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseBlocksOf],
    },
  ],
  exporters: [exportProfileOf],
});

// What other features may do with profiles.
export { exportProfileOf } from './export-store.ts';
export { completeContacts } from './contacts/contacts.ts';
export { cityOf } from './contacts/cities.ts';
export { placeFromContacts, loadHomePlace } from './contacts/place.ts';
export { approveProducer } from './approve-producer.ts';
export { eraseFollowsOf, eraseLikesOf, eraseProfile } from './erase-profile.ts';
export { defineProfilesJobs } from './jobs.ts';
export { mediaAccess } from './media-access.ts';
export type { ProfileSummary } from './present.ts';
export { isProducer, canCashOut } from './rules.ts';
export { blocksHandlers } from './blocks/routes.ts';
export { profilesHandlers } from './routes.ts';
export {
  addToTotals,
  insertProfile as createProfile,
  nameContains,
  updateLastSeen as markSeen,
} from './store.ts';
export type { NewProfile, ProducerStage } from './store.ts';
export {
  hiddenAmong,
  hiddenFrom,
  isHidden,
  isHiddenProfile,
  requesterAt,
  requesterRow,
  requesterValues,
} from '../visibility/index.ts';
export { summarise, viewOwnProfile, viewPublicProfile, visibleProfile } from './view-profiles.ts';

// What other features may do with profiles.
export { exportProfileOf } from './export-store.ts';
export { homeIn, homeOf } from './contacts/home.ts';
export { approveProducer } from './approve-producer.ts';
export { eraseFollowsOf, eraseLikesOf, eraseProfile } from './erase-profile.ts';
export { defineProfilesJobs } from './jobs.ts';
export type { Contact, People } from './producer/ask.ts';
export { suspendProducer } from './producer/decide.ts';
export { identityOf, vouchFor } from './producer/identity.ts';
export { requestExists } from './producer/forget.ts';
export { producerHandlers } from './producer/routes.ts';
export { cityOf, identityFaultsOf } from './producer/rules.ts';
export type { ProfileSummary } from './present.ts';
export { isProducer, mayEarnOut } from './rules.ts';
export { blocksHandlers } from './blocks/routes.ts';
export { profilesHandlers } from './routes.ts';
export {
  addToTotals,
  insertProfile as createProfile,
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

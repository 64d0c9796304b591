// What other features and the app may use of profiles.
export { PersonRow } from './PersonRow.tsx';
export { ProfileHead } from './ProfileHead.tsx';
export { profilesDialogs } from './dialogs.ts';
export { ProfileTile } from './explore/ProfileTile.tsx';
export { exploreFilterOf } from './explore/explore-address.ts';
export { profileKeys } from './keys.ts';
export { useEnableComments } from './mutations.ts';
export { Explore, ViewAsBanner } from './parts.ts';
export {
  type ExploreFilter,
  exploreQuery,
  onlineQuery,
  type Profile,
  profileQuery,
} from './queries.ts';

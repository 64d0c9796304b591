// What other features and the app may use of profiles.
export { FollowButton } from './FollowButton.tsx';
export { PersonRow } from './PersonRow.tsx';
export { ProfileHead } from './ProfileHead.tsx';
export { profilesDialogs } from './dialogs.ts';
export { ProfileGrid } from './explore/ProfileGrid.tsx';
export { ProfileRow } from './explore/ProfileRow.tsx';
export { ProfileTile } from './explore/ProfileTile.tsx';
export { exploreFilterOf, searchedName } from './explore/explore-address.ts';
export { profileKeys } from './keys.ts';
export { useEnableComments } from './mutations.ts';
export { Explore, Suggestions, ViewAsBanner } from './parts.ts';
export {
  NO_FILTER,
  type ExploreFilter,
  exploreQuery,
  newcomersQuery,
  onlineQuery,
  type Profile,
  profileQuery,
  recommendedQuery,
} from './queries.ts';

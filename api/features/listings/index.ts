// What other features may use of listings. Depends on no other feature, so that each may mark them.
import { defineFeature } from '../../feature.ts';
import { defineListingsJobs } from './jobs.ts';
import { deleteListing } from './store.ts';

export { countStaleListings, recountAllListings, recountMovedListings } from './jobs.ts';
export { IS_READABLE, isListed } from './posts-store.ts';
export { creatorsByDay, loadListings, markListingStale, markMoved, openListing } from './store.ts';
export type { ListingRow } from './store.ts';

/** What Explore knows of creators: counts, tags and what it sorts by. */
export const listings = defineFeature({
  name: 'listings',
  jobs: defineListingsJobs,
  erasers: [({ db }, profileId) => deleteListing(db, profileId)],
});

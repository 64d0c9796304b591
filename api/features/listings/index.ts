// What other features may use of listings. Depends on no other feature, so that each may mark them.
import { defineFeature } from '../../feature.ts';
import { defineListingsJobs } from './jobs.ts';
import { deleteListing, newProducers } from './store.ts';

export { countStaleListings, recountAllListings, recountMovedListings } from './jobs.ts';
export { IS_READABLE, isListed } from './posts-store.ts';
export { loadListings, markListingStale, markMoved, openListing } from './store.ts';
export type { ListingRow } from './store.ts';

/** What Explore knows of producers: counts, tags and what it sorts by. */
export const listings = defineFeature({
  name: 'listings',
  jobs: defineListingsJobs,
  dayCounts: [newProducers],
  personalData: [
    {
      text: 'data.listing',
      tables: ['profile_listings', 'profile_tags'],
      ground: 'contract',
      removal: 'erased',
      by: [({ db }, profileId) => deleteListing(db, profileId)],
    },
  ],
});

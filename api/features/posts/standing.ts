// From a loaded post to what its viewer sees: feeds the rules with what the database says.
import type { ProfileId } from '@camarim/contract/ids';
import { stageOf, visibilityOf } from './rules.ts';
import type { Visibility } from './rules.ts';
import type { PostRow } from './store.ts';

/** A post that its viewer may know of, and how much of it. */
export type SeenPost = { row: PostRow; visibility: Exclude<Visibility, { sight: 'hidden' }> };

/**
 * The post as the viewer (null: a visitor) for whom the row was loaded sees it; null when it is
 * hidden.
 */
export const seenBy = (row: PostRow, viewerId: ProfileId | null, now: Date): SeenPost | null => {
  const visibility = visibilityFor(row, viewerId, now);
  return visibility.sight === 'hidden' ? null : { row, visibility };
};

const visibilityFor = (row: PostRow, viewerId: ProfileId | null, now: Date): Visibility =>
  visibilityOf(
    {
      audience: row.audience,
      priceCentavos: row.price_centavos,
      hasMedia: row.media_ids.length > 0,
      stage: stageOf(row, now),
      withheld: row.withheld_at !== null,
    },
    {
      signedIn: viewerId !== null,
      owner: row.profile_id === viewerId,
      hidden: row.owner_hidden,
      follower: row.follower,
      subscriber: row.subscriber,
      buyer: row.bought,
      sellsPlan: row.sold_plan,
    },
  );

/** Anybody at all sees the whole post, so its pictures need no session. */
export const isOpenToAll = (row: PostRow, now: Date): boolean =>
  row.audience === 'public' &&
  row.price_centavos === null &&
  row.withheld_at === null &&
  stageOf(row, now) === 'published';

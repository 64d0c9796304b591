// A loaded post in the contract's shape, with nothing that the access does not grant.
import type { postSchema } from '@camarim/contract/features/posts';
import { splitFee } from '@camarim/contract/money';
import type { z } from 'zod';
import { aiLabelOf, type MediaView } from '../media/index.ts';
import type { ProfileSummary } from '../profiles/index.ts';
import type { OwnReview } from '../reviews/index.ts';
import { type PostAccess, postStateOf } from './rules.ts';
import type { OwnersCounts, PostRow } from './store.ts';

export type PostView = z.input<typeof postSchema>;

type GrantedAccess = Exclude<PostAccess, { level: 'none' }>;

/** Counts of what a lock hides, by the kind of the file. */
const presentLock = (
  row: PostRow,
  access: GrantedAccess,
  medias: readonly MediaView[],
  usualFeeBps: number,
): PostView['locked'] => {
  if (access.level === 'full') return null;
  const members = access.reason === 'members';
  const lock = {
    reason: access.reason,
    images: 0,
    videos: 0,
    audios: 0,
    files: 0,
    plan: members ? row.plan_price : null,
    forSubscribers: members && row.sold_plan,
    share:
      row.price_centavos === null
        ? null
        : splitFee(row.price_centavos, row.owner_fee_bps ?? usualFeeBps).share,
  };
  for (const { contentType } of medias) {
    if (contentType.startsWith('image/')) lock.images += 1;
    else if (contentType.startsWith('video/')) lock.videos += 1;
    else if (contentType.startsWith('audio/')) lock.audios += 1;
    else lock.files += 1;
  }
  return lock;
};

/** `counts` and `review`: shown to the owner only; null for other readers. */
export const presentPost = (
  row: PostRow,
  access: GrantedAccess,
  profile: ProfileSummary,
  medias: MediaView[],
  {
    counts,
    review,
    usualFeeBps,
    now,
  }: {
    counts: OwnersCounts | null;
    review: OwnReview | null;
    usualFeeBps: number;
    now: Date;
  },
): PostView => ({
  id: row.id,
  profileId: row.profile_id,
  profile,
  status: row.status,
  // What is left of it is free; its owner reads what they asked for.
  price: row.nothing_to_sell && counts === null ? null : row.price_centavos,
  public: row.audience === 'public',
  text: access.level === 'full' || access.textShown ? row.text : '',
  ai: aiLabelOf(row),
  medias,
  locked: presentLock(row, access, medias, usualFeeBps),
  purchased: row.bought,
  tip: row.tips_enabled,
  startWhen: row.start_when.toISOString(),
  expiration: row.expires_at?.toISOString() ?? null,
  activeDays: counts && row.active_days,
  draft: row.draft,
  pinned: row.pinned,
  archived: row.archived_at !== null,
  state: counts && postStateOf(row, now, review?.state ?? null),
  withheld: row.withheld_at !== null,
  withheldFor: counts && row.withheld_at !== null ? (row.withheld_for ?? 'performer') : null,
  review,
  liked: row.liked,
  saved: row.saved,
  totalLikes: String(row.total_likes),
  totalComments: row.total_comments,
  enableComments: row.comments_enabled,
  purchases: counts?.purchases ?? null,
  totalSaves: counts?.saves ?? null,
  mine: counts !== null,
  createdAt: row.created_at.toISOString(),
});

// Access to a post: one pure table from the post's terms and the viewer's relation to `full`,
// `preview` or `none`.
import type { ReviewState } from '@camarim/contract/features/reviews/reasons';
import type { PostState } from '@camarim/contract/limits';
import { type FullAccess, NO_ACCESS, type NoAccess, type PreviewAccess } from '../access/index.ts';

/** The audience and price of the post, and its lifecycle stage. */
export type PostTerms = {
  audience: 'public' | 'members';
  priceCentavos: number | null;
  /** A priced post without media sells its text. */
  hasMedia: boolean;
  stage: PostStage;
  /** A performer in it withdrew their consent, or lost their approval. */
  withheld: boolean;
};

/**
 * `unpublished`: processing, failed or scheduled. `withdrawn`: expired or archived. `deleted`: gone
 * for its owner too. Buyers keep access to withdrawn and deleted posts. `suspended`: the profile is
 * suspended, so only the owner has access.
 */
export type PostStage = 'unpublished' | 'published' | 'withdrawn' | 'deleted' | 'suspended';

/** The viewer's relation to the post and to the profile that published it. */
export type ViewerRelation = {
  signedIn: boolean;
  owner: boolean;
  /**
   * The profile is hidden from the viewer: one of the two blocked the other, the profile blocked
   * the viewer's location, or it is suspended.
   */
  hidden: boolean;
  follower: boolean;
  subscriber: boolean;
  /** Bought this post. */
  buyer: boolean;
  /**
   * The profile sells a plan, or sold one before. Then only subscribers are members, also after the
   * plan is closed.
   */
  sellsPlan: boolean;
};

/**
 * A preview has price, counts and blurred media only. `textShown`: the text too, as the teaser of
 * priced media.
 */
export type PostAccess = FullAccess | (PreviewAccess & { textShown: boolean }) | NoAccess;

const full = (reason: FullAccess['reason']): FullAccess => ({ level: 'full', reason });
const none = (reason: NoAccess['reason']): NoAccess => ({ level: 'none', reason });

/** Members are active subscribers, or followers while the profile has never sold a plan. */
export const isMember = (relation: ViewerRelation): boolean =>
  relation.subscriber || (relation.follower && !relation.sellsPlan);

/**
 * The audience decides who may get the post, the price what they pay for it: members buy a priced
 * members' post. Buyers keep access, unless the profile is hidden from them or the post is
 * withheld.
 */
export const resolveAccess = (terms: PostTerms, relation: ViewerRelation): PostAccess => {
  if (relation.owner) return terms.stage === 'deleted' ? NO_ACCESS : full('owner');
  if (terms.withheld) return none('withheld');
  if (relation.hidden) return none('hidden');
  if (terms.stage === 'unpublished' || terms.stage === 'suspended') return NO_ACCESS;
  if (relation.buyer) return full('purchase');
  if (terms.stage !== 'published') return NO_ACCESS;
  if (terms.audience === 'members' && !isMember(relation)) {
    return {
      level: 'preview',
      reason: relation.signedIn || relation.sellsPlan ? 'members' : 'login',
      textShown: false,
    };
  }
  return terms.priceCentavos === null
    ? full(terms.audience === 'members' ? 'membership' : 'open')
    : { level: 'preview', reason: 'price', textShown: terms.hasMedia };
};

/** What its owner shows of a locked post: a picture, or a trailer of so many seconds. */
export type FreePreview = 'picture' | { trailerSeconds: number };

/**
 * Access to the media that is the free preview of the post, for those who may know of the post
 * while others see it: a picture is open to all of them, without the marks of buyers; of a video,
 * who has no access gets the trailer.
 */
export const openFreePreview = (
  access: PostAccess,
  free: FreePreview | null,
  stage: PostStage,
): PostAccess | PreviewAccess => {
  if (free === null || stage !== 'published' || access.level === 'none') return access;
  if (access.reason === 'owner' || access.reason === 'age') return access;
  if (free === 'picture') return full('open');
  return access.level === 'preview'
    ? { level: 'preview', reason: access.reason, trailerSeconds: [free.trailerSeconds] }
    : access;
};

type PostLifecycle = {
  playable_at: Date | null;
  start_when: Date;
  expires_at: Date | null;
  archived_at: Date | null;
  deleted_at: Date | null;
  owner_suspended: boolean;
};

type PostCondition = Omit<PostLifecycle, 'owner_suspended' | 'deleted_at'> & {
  draft: boolean;
  status: string;
  withheld_at: Date | null;
  held_at: Date | null;
};

/**
 * What its owner is shown of the post at the instant `now`; `review`: how the review stands that
 * holds it. `ownPositions` has the same order in SQL.
 */
export const postStateOf = (
  post: PostCondition,
  now: Date,
  review: ReviewState | null = null,
): PostState => {
  if (post.archived_at) return 'archived';
  if (post.draft) return 'draft';
  if (post.status === 'error') return 'failed';
  if (post.withheld_at) return 'withheld';
  if (post.held_at && post.status === 'processed')
    return review === 'refused' ? 'refused' : 'inReview';
  if (!post.playable_at) return 'processing';
  if (post.start_when > now) return 'scheduled';
  return post.expires_at && post.expires_at <= now ? 'ended' : 'published';
};

/** The lifecycle stage of a post at the instant `now`. */
export const stageOf = (post: PostLifecycle, now: Date): PostStage => {
  if (post.deleted_at) return 'deleted';
  if (post.owner_suspended) return 'suspended';
  if (post.archived_at || (post.expires_at && post.expires_at <= now)) return 'withdrawn';
  return post.playable_at && post.start_when <= now ? 'published' : 'unpublished';
};

/**
 * Reduces access to the blurred preview for a requester who has not proven their age. Owners keep
 * full access.
 */
export const applyAgeGate = <V extends PostAccess>(
  access: V,
  { adult, owner }: { adult: boolean; owner: boolean },
): V | Extract<PostAccess, { level: 'preview' }> =>
  adult || owner || access.level === 'none'
    ? access
    : { level: 'preview', reason: 'age', textShown: false };

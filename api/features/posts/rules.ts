// Who sees what of a post: one pure table from the post's terms and the viewer's standing to full,
// locked or hidden.

/** What the post asks for, and where it is in its life. */
export type PostTerms = {
  audience: 'public' | 'members';
  priceCentavos: number | null;
  /** Without media the text itself is what is sold. */
  hasMedia: boolean;
  stage: PostStage;
  /** Somebody in it no longer consents, or their approval was taken back. */
  withheld: boolean;
};

/**
 * `unpublished`: processing, failed or scheduled. `withdrawn`: expired or archived. `deleted`: gone
 * for its owner too. Buyers keep what is withdrawn or deleted. `suspended`: the profile is, so
 * nobody but the owner sees anything.
 */
export type PostStage = 'unpublished' | 'published' | 'withdrawn' | 'deleted' | 'suspended';

/** How the viewer stands to the post and to the profile that published it. */
export type Standing = {
  signedIn: boolean;
  owner: boolean;
  /**
   * The profile is hidden from the viewer: by a block of one of the two, of a place, or because it
   * is suspended.
   */
  hidden: boolean;
  follower: boolean;
  subscriber: boolean;
  /** Paid for this very post. */
  buyer: boolean;
  /**
   * The profile sells a plan, or did: following alone makes no member, and closing a plan opens
   * nothing.
   */
  sellsPlan: boolean;
};

/**
 * `age`: the reader has not shown theirs, so neither text nor picture is for them, whatever they
 * paid.
 */
export type LockReason = 'price' | 'members' | 'login' | 'age';

export type Visibility =
  | { sight: 'full' }
  /**
   * Price, counts and blurred preview only; the text too when `textShown`: beside priced media it
   * is the teaser.
   */
  | { sight: 'locked'; reason: LockReason; textShown: boolean }
  | { sight: 'hidden' };

const FULL: Visibility = { sight: 'full' };
const HIDDEN: Visibility = { sight: 'hidden' };

/** Members are active subscribers; as long as the profile has never sold a plan, its followers. */
export const isMember = (standing: Standing): boolean =>
  standing.subscriber || (standing.follower && !standing.sellsPlan);

/**
 * The audience decides who may have the post, the price what they pay for it: a priced members'
 * post is bought by members. What was paid for stays with its buyer, unless the profile is hidden
 * from them or the post is withheld.
 */
export const visibilityOf = (terms: PostTerms, standing: Standing): Visibility => {
  if (standing.owner) return terms.stage === 'deleted' ? HIDDEN : FULL;
  if (
    standing.hidden ||
    terms.withheld ||
    terms.stage === 'unpublished' ||
    terms.stage === 'suspended'
  )
    return HIDDEN;
  if (standing.buyer) return FULL;
  if (terms.stage !== 'published') return HIDDEN;
  if (terms.audience === 'members' && !isMember(standing)) {
    return {
      sight: 'locked',
      reason: standing.signedIn || standing.sellsPlan ? 'members' : 'login',
      textShown: false,
    };
  }
  return terms.priceCentavos === null
    ? FULL
    : { sight: 'locked', reason: 'price', textShown: terms.hasMedia };
};

type PostLife = {
  playable_at: Date | null;
  start_when: Date;
  expires_at: Date | null;
  archived_at: Date | null;
  deleted_at: Date | null;
  owner_suspended: boolean;
};

/** Where a post is in its life at the instant `now`. */
export const stageOf = (post: PostLife, now: Date): PostStage => {
  if (post.deleted_at) return 'deleted';
  if (post.owner_suspended) return 'suspended';
  if (post.archived_at || (post.expires_at && post.expires_at <= now)) return 'withdrawn';
  return post.playable_at && post.start_when <= now ? 'published' : 'unpublished';
};

/**
 * What is left of a post for somebody who has not shown their age: that it exists, and its blurred
 * preview. Owners see their own.
 */
export const forReader = <V extends Visibility>(
  visibility: V,
  { adult, owner }: { adult: boolean; owner: boolean },
): V | Extract<Visibility, { sight: 'locked' }> =>
  adult || owner || visibility.sight === 'hidden'
    ? visibility
    : { sight: 'locked', reason: 'age', textShown: false };

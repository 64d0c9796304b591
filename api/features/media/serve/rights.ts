// Whether somebody may see a media at this moment: asked at every delivery, remembered for a few
// seconds.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Requester } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MediaPurpose } from '../store.ts';

/**
 * How much of a media somebody may see: `bought` is all of it, because they paid; null is nothing,
 * not even that it exists.
 */
export type MediaSightNow = 'full' | 'bought' | 'preview' | null;

/** What is to be seen right now; given by whoever knows the posts and the profiles. */
export type MediaRights = {
  /** Of a post's media. */
  ofPost(mediaId: MediaId, requester: Requester): Promise<MediaSightNow>;
  /** Whether a profile's own pictures are not for the requester. */
  isHiddenProfile(id: ProfileId, requester: Requester): Promise<boolean>;
};

/** What a right depends on besides who looks. */
export type SeenMedia = { id: MediaId; purpose: MediaPurpose; owner_id: ProfileId };

/** How much of a media somebody may see. */
export const sightOf = async (
  rights: MediaRights,
  media: SeenMedia,
  requester: Requester,
): Promise<MediaSightNow> => {
  if (media.purpose === 'post') return rights.ofPost(media.id, requester);
  return (await rights.isHiddenProfile(media.owner_id, requester)) ? null : 'full';
};

/**
 * A right that ended is refused this much later at most; a page's pictures and a video's segments
 * then share one look.
 */
const RIGHT_KEPT_MS = 5_000;
const RIGHTS_KEPT = 5_000;

/** Names who looks, from where: what any answer about a right depends on. */
export const lookOf = ({ profileId, place }: Requester): string =>
  [profileId, place.state, place.city].join(' ');

/**
 * Remembers answers for a moment; the oldest make room. `keyOf` names all that an answer depends
 * on.
 */
export const rememberBriefly = <Asked, Answer>(
  { clock }: Pick<Platform, 'clock'>,
  keyOf: (asked: Asked) => string,
  find: (asked: Asked) => Promise<Answer>,
): ((asked: Asked) => Promise<Answer>) => {
  const known = new Map<string, { until: number; found: Promise<Answer> }>();
  return (asked) => {
    const nowMs = clock.now().getTime();
    const key = keyOf(asked);
    const remembered = known.get(key);
    if (remembered && remembered.until > nowMs) return remembered.found;
    const found = find(asked);
    known.delete(key);
    known.set(key, { until: nowMs + RIGHT_KEPT_MS, found });
    found.catch(() => known.delete(key));
    const oldest = known.keys().next();
    if (known.size > RIGHTS_KEPT && !oldest.done) known.delete(oldest.value);
    return found;
  };
};

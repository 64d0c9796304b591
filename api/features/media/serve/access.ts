// Access to a media is resolved for every delivery and cached for a few seconds; features/access says
// who has it.
import type { Requester } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';

/**
 * The longest delay before revoked access takes effect. The images of a page and the segments of a
 * video share one decision.
 */
const RIGHT_TTL_MS = 5_000;
const CACHE_ENTRIES_MAX = 5_000;

/** Cache key of the requester and their location, on which every access decision depends. */
export const viewerKey = ({ profileId, place }: Requester): string =>
  [profileId, place.state, place.city].join(' ');

/**
 * TTL cache of `load`, bounded: the oldest entry makes room. `keyOf` names everything a result
 * depends on. Concurrent calls share one load, and failures are not cached.
 */
export const cacheWithTtl = <Query, Result>(
  { clock }: Ctx,
  keyOf: (query: Query) => string,
  load: (query: Query) => Promise<Result>,
): ((query: Query) => Promise<Result>) => {
  const entries = new Map<string, { expiresAtMs: number; result: Promise<Result> }>();
  return (query) => {
    const nowMs = clock.now().getTime();
    const key = keyOf(query);
    const cached = entries.get(key);
    if (cached && cached.expiresAtMs > nowMs) return cached.result;
    const result = load(query);
    entries.delete(key);
    entries.set(key, { expiresAtMs: nowMs + RIGHT_TTL_MS, result });
    result.catch(() => entries.delete(key));
    const oldest = entries.keys().next();
    if (entries.size > CACHE_ENTRIES_MAX && !oldest.done) entries.delete(oldest.value);
    return result;
  };
};

// Access to a media is resolved for every delivery and cached for a few seconds; features/access
// says who has it.
import { LRUCache } from 'lru-cache';
import { placeKey } from '../../../platform/http/place.ts';
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
  [profileId, placeKey(place)].join(' ');

/**
 * TTL cache of `load`, bounded: the least recently used entry makes room. `keyOf` names everything
 * a result depends on. Concurrent calls share one load; failures, and results that are not
 * `lasting`, are not cached.
 */
export const cacheWithTtl = <Query, Result>(
  { clock }: Ctx,
  keyOf: (query: Query) => string,
  load: (query: Query) => Promise<Result>,
  lasting: (result: Result) => boolean = () => true,
): ((query: Query) => Promise<Result>) => {
  const entries = new LRUCache<string, Promise<Result>>({
    max: CACHE_ENTRIES_MAX,
    ttl: RIGHT_TTL_MS,
    // Every reading of the clock counts: a test's clock may have moved within a millisecond.
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return (query) => {
    const key = keyOf(query);
    const cached = entries.get(key);
    if (cached) return cached;
    const result = load(query);
    entries.set(key, result);
    const forget = () => entries.peek(key) === result && entries.delete(key);
    result.then((loaded) => lasting(loaded) || forget(), forget);
    return result;
  };
};

// Recommendations for a member, each with its reason: producers whom followers of a producer they
// follow have followed, too, and those who use the tags of posts they liked.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { MINUTE_MS } from '@camarim/contract/time';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../context.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { SummaryRow } from '../store.ts';
import {
  type Candidate,
  findCandidates,
  listFollowed,
  listRecommendable,
} from './recommend-store.ts';
import { presentTiles } from './view-explore.ts';

type Recommendation = DataInput<Routes['GET /profiles/recommended']>[number];

/** How long what was found for a member is used; who may be shown is checked at every request. */
const FOUND_MS = 10 * MINUTE_MS;
const MEMBERS_MAX = 5_000;
/** More than are shown, because some may be hidden or followed by then. */
const CANDIDATES = 30;

/** One of each in turn, each producer once. */
const interleaved = (one: readonly Candidate[], other: readonly Candidate[]): Candidate[] => {
  const byId = new Map<ProfileId, Candidate>();
  for (let index = 0; index < Math.max(one.length, other.length); index += 1)
    for (const candidate of [one[index], other[index]])
      if (candidate && !byId.has(candidate.id)) byId.set(candidate.id, candidate);
  return [...byId.values()];
};

export const createRecommendations = (ctx: Ctx) => {
  const found = new LRUCache<ProfileId, Promise<Candidate[]>>({
    max: MEMBERS_MAX,
    ttl: FOUND_MS,
    ttlResolution: 0,
    perf: { now: () => ctx.clock.now().getTime() },
  });

  const candidatesOf = (id: ProfileId): Promise<Candidate[]> => {
    const known = found.get(id);
    if (known) return known;
    const search = findCandidates(ctx.db, id, CANDIDATES).then(({ follows, tags }) =>
      interleaved(follows, tags),
    );
    found.set(id, search);
    search.catch(() => found.delete(id));
    return search;
  };

  const reasonOf = (
    candidate: Candidate,
    followed: ReadonlyMap<ProfileId, SummaryRow>,
    adult: boolean,
  ): Recommendation['reason'] | null => {
    if ('tag' in candidate) return adult ? { kind: 'tag', tag: candidate.tag } : null;
    const via = followed.get(candidate.via);
    return via
      ? { kind: 'follows', domainName: via.domain_name, exibitionName: via.display_name }
      : null;
  };

  /** At most `limit`; none without follows and likes. */
  return async (viewer: Viewer, adult: boolean, limit: number): Promise<Recommendation[]> => {
    const candidates = await candidatesOf(viewer.profileId);
    if (candidates.length === 0) return [];
    const vias = candidates.flatMap((one) => ('via' in one ? [one.via] : []));
    const [shown, followed] = await Promise.all([
      listRecommendable(
        ctx.db,
        candidates.map(({ id }) => id),
        viewer,
      ),
      listFollowed(ctx.db, vias, viewer),
    ]);
    const rows = new Map(shown.map((row) => [row.id, row]));
    const names = new Map(followed.map((row) => [row.id, row]));
    const chosen = candidates
      .flatMap((candidate) => {
        const row = rows.get(candidate.id);
        const reason = reasonOf(candidate, names, adult);
        return row && reason ? [{ row, reason }] : [];
      })
      .slice(0, limit);
    const tiles = await presentTiles(
      ctx,
      chosen.map(({ row }) => row),
      { requester: viewer, adult },
    );
    return tiles.flatMap((tile, index) => {
      const reason = chosen[index]?.reason;
      return reason ? [{ ...tile, reason }] : [];
    });
  };
};

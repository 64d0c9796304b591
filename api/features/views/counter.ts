// Counts views without a statement per request: they are gathered in memory and written every few
// seconds, once per viewer, subject and day.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import type { Ctx } from '../../context.ts';
import { hashViewer } from './rules.ts';
import { saltOfToday, type SeenSubject, writeViews } from './store.ts';
import { writeWatched } from './watch-store.ts';

/** A process that is killed loses at most the views of this time, and of this number. */
export const FLUSH_INTERVAL_MS = 10_000;
const PENDING_MAX = 20_000;
const WRITE_MAX = 1_000;

/** What was seen: a profile by its name in the address, or a post. */
export type Subject = { domainName: string } | { postId: PostId };
/** The person who viewed it: a member, or a visitor by address and user agent. */
export type Observer = { profileId: ProfileId | null; address: string; userAgent: string };

type PendingView = { subject: Subject; observer: Observer };

/** One map per database of the process. Address and agent stay here until the next write only. */
const pendingOf = new WeakMap<Database, Map<string, PendingView>>();

/** Seconds that a viewer played a post's videos since the last write. */
type WatchTime = { postId: PostId; observer: Observer; seconds: number };
const watchedOf = new WeakMap<Database, Map<string, WatchTime>>();
const watchedIn = (db: Database): Map<string, WatchTime> => {
  const watched = watchedOf.get(db) ?? new Map<string, WatchTime>();
  watchedOf.set(db, watched);
  return watched;
};

const pendingIn = (db: Database): Map<string, PendingView> => {
  const pending = pendingOf.get(db) ?? new Map<string, PendingView>();
  pendingOf.set(db, pending);
  return pending;
};

/** A visitor is their address: what a browser calls itself would make one person many. */
const watcherText = ({ profileId, address }: Observer): string =>
  profileId ?? `visitor ${limitAddress(address)}`;

const viewerText = ({ profileId, address, userAgent }: Observer): string =>
  profileId ?? `${address} ${userAgent}`;

/** Never fails and never waits. Beyond PENDING_MAX views between two writes, views are lost. */
export const countView = ({ db }: Pick<Ctx, 'db'>, subject: Subject, observer: Observer): void => {
  const pending = pendingIn(db);
  if (pending.size >= PENDING_MAX) return;
  const name = 'postId' in subject ? subject.postId : subject.domainName.toLowerCase();
  pending.set(`${name} ${viewerText(observer)}`, { subject, observer });
};

/**
 * The same for seconds of playing; how many of them count is decided at the write. The caller
 * checks that the observer has access to the post.
 */
export const countWatched = (
  { db }: Pick<Ctx, 'db'>,
  { postId, seconds }: { postId: PostId; seconds: number },
  observer: Observer,
): void => {
  const watched = watchedIn(db);
  const key = `${postId} ${watcherText(observer)}`;
  const before = watched.get(key);
  if (!before && watched.size >= PENDING_MAX) return;
  watched.set(key, { postId, observer, seconds: seconds + (before?.seconds ?? 0) });
};

/** Writes what was gathered. What a write that fails had is lost, and the failure is logged. */
export const flushViews = async (ctx: Ctx): Promise<void> => {
  const { db, clock, log } = ctx;
  const [views, watched] = [taken(pendingIn(db)), taken(watchedIn(db))];
  if (views.length + watched.length === 0) return;
  try {
    const now = clock.now();
    const { day, salt } = await saltOfToday(db, now);
    for (let from = 0; from < views.length; from += WRITE_MAX)
      await writeViews(
        db,
        { day, now },
        views.slice(from, from + WRITE_MAX).map(({ subject, observer }): SeenSubject => ({
          domainName: 'domainName' in subject ? subject.domainName : null,
          postId: 'postId' in subject ? subject.postId : null,
          viewerId: observer.profileId,
          viewer: hashViewer(salt, viewerText(observer)),
        })),
      );
    for (let from = 0; from < watched.length; from += WRITE_MAX)
      await writeWatched(
        db,
        { day, now },
        watched.slice(from, from + WRITE_MAX).map(({ postId, seconds, observer }) => ({
          postId,
          seconds,
          viewerId: observer.profileId,
          viewer: hashViewer(salt, watcherText(observer)),
          address: hashViewer(salt, `address ${limitAddress(observer.address)}`),
        })),
      );
  } catch (error) {
    log.warn({ err: error, lost: views.length + watched.length }, 'views were not counted');
  }
};

const taken = <Item>(gathered: Map<string, Item>): Item[] => {
  const items = [...gathered.values()];
  gathered.clear();
  return items;
};

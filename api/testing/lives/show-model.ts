// What billing must do, said again in the plainest way: numbers, one sweep at a time, no database.
import { MINUTE_MS } from '@camarim/contract/time';

/** The engine reports no peer that was silent for as long. */
const LOST_MS = 6_000;
const GAP_MS = 8_000;
const IDLE_MS = 300_000;
/** What a player holds and has not played. */
const AHEAD_MS = 24_000;

const NOTHING_READ = { at: -Infinity, ms: 0 };

/** A connection: since when it lasts, and since when it is silent. */
type Media = { since: number; silentSince: number | null } | null;

export type ModelWatcher = {
  wallet: number;
  media: Media;
  /** When they last read by HLS, and how much since they entered. */
  read: { at: number; ms: number };
  /** Null: not in the show. */
  entry: {
    at: number;
    begun: boolean;
    seen: number;
    delivered: number;
    /** What they read that is in it. */
    counted: number;
    /** Minutes that were paid, and up to which number they are locked. */
    started: number;
    lockedTo: number;
  } | null;
  /** Paid minutes of all shows. */
  paid: number;
};

export class ShowModel {
  readonly price: number;
  readonly watchers: ModelWatcher[];
  publisher: Media = null;

  constructor(price: number, count: number) {
    this.price = price;
    this.watchers = Array.from({ length: count }, () => ({
      wallet: 0,
      media: null,
      read: NOTHING_READ,
      entry: null,
      paid: 0,
    }));
  }

  of(who: number): ModelWatcher {
    const watcher = this.watchers[who];
    if (!watcher) throw new Error(`there is no watcher ${who}`);
    return watcher;
  }

  lockedOf({ entry }: ModelWatcher): number {
    return entry ? (entry.lockedTo - entry.started) * this.price : 0;
  }

  /** False when the money is not enough. */
  enter(who: number, now: number): boolean {
    const watcher = this.of(who);
    if (watcher.entry) return true;
    if (watcher.wallet < this.price) return false;
    watcher.wallet -= this.price;
    watcher.read = NOTHING_READ;
    watcher.entry = {
      at: now,
      begun: false,
      seen: 0,
      delivered: 0,
      counted: 0,
      started: 0,
      lockedTo: 1,
    };
    return true;
  }

  /** What is locked and not paid goes back. */
  leave(who: number): void {
    const watcher = this.of(who);
    watcher.wallet += this.lockedOf(watcher);
    if (watcher.entry) watcher.media = null;
    watcher.entry = null;
  }

  /** So many milliseconds of segments, at this moment. */
  readHls(who: number, ms: number, now: number): void {
    const watcher = this.of(who);
    watcher.read = { at: now, ms: watcher.read.ms + ms };
  }

  end(): void {
    for (const [who, watcher] of this.watchers.entries()) {
      this.leave(who);
      watcher.media = null;
    }
    this.publisher = null;
  }

  look(now: number): void {
    for (const who of this.watchers.keys()) this.#sweep(who, now);
  }

  #sweep(who: number, now: number): void {
    const { entry, media, read } = this.of(who);
    if (!entry) return;
    const silences = [this.publisher, media].map((each) =>
      each === null ? Infinity : each.silentSince === null ? 0 : now - each.silentSince,
    );
    const silence = Math.max(...silences);
    const connected = silence < LOST_MS ? now - silence : -Infinity;
    const heard = read.at <= now && now - read.at < GAP_MS ? read.at : -Infinity;
    if (Math.max(connected, heard) > -Infinity) this.#prove(who, connected, heard);
    else if (!this.#notice(who)) this.#leaveWhenIdle(who, now);
  }

  #leaveWhenIdle(who: number, now: number): void {
    const { entry } = this.of(who);
    if (!entry || !this.#sends(now)) return;
    if (now - (this.publisher?.since ?? now) <= IDLE_MS) return;
    if (now - (entry.begun ? entry.seen : entry.at) > IDLE_MS) this.leave(who);
  }

  #sends(now: number): boolean {
    const { publisher } = this;
    return (
      publisher !== null &&
      (publisher.silentSince === null || now - publisher.silentSince < LOST_MS)
    );
  }

  #prove(who: number, connected: number, heard: number): void {
    const { entry, read } = this.of(who);
    if (!entry) return;
    const proof = Math.max(connected, heard);
    const gap = proof - entry.seen;
    const total = heard > -Infinity ? read.ms : entry.counted;
    if (!entry.begun) Object.assign(entry, { begun: true, seen: proof, counted: total });
    else if (gap > 0) {
      const connectedFor = connected - entry.seen;
      const byConnection = connectedFor > 0 && connectedFor <= GAP_MS ? connectedFor : 0;
      const unbilled = Math.min(total - entry.counted, AHEAD_MS);
      const flowed = Math.max(byConnection, Math.min(gap, unbilled));
      entry.delivered += flowed;
      entry.counted = total - Math.max(0, unbilled - flowed);
      entry.seen = proof;
    } else if (gap <= -GAP_MS) entry.seen = proof;
    this.#notice(who);
  }

  /** Pays the minute that began, and locks the next one as soon as there is money for it. */
  #notice(who: number): boolean {
    const watcher = this.of(who);
    const { entry } = watcher;
    if (!entry?.begun) return false;
    const { lockedTo } = entry;
    const due = Math.floor(entry.delivered / MINUTE_MS) + 1;
    for (const number of [due, due + 1]) {
      if (entry.lockedTo >= number) continue;
      if (watcher.wallet < this.price) {
        if (number > due) break;
        this.leave(who);
        return true;
      }
      watcher.wallet -= this.price;
      entry.lockedTo = number;
    }
    watcher.paid += due - entry.started;
    entry.started = due;
    return entry.lockedTo > lockedTo;
  }
}

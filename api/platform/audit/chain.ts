// The hash chain of the audit log, recomputed: SHA-256 over the hash before an entry and its content
// in one spelling. The database spells and hashes the same when it stores an entry (migration 0176);
// this is the second implementation, which checks what is stored.
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import {
  chainedEntries,
  type ChainedEntry,
  chainHead,
  type EntryContent,
  unchainedEntry,
} from './chain-store.ts';

/** The hash before the first entry, in hexadecimal. */
export const NO_HASH = '00'.repeat(32);

/** Each part after its length in bytes, so that no text can pass for the next part. */
const spell = (parts: readonly (string | null)[]): string =>
  parts.map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join(',');

/** The hash of an entry of these parts after the one with hash `previous`; both in hexadecimal. */
export const hashAfter = (previous: string, parts: readonly (string | null)[]): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(spell(parts)).digest('hex');

/** The same of an entry of the audit log. */
export const hashOf = (
  previous: string,
  { id, at, admin, action, profile, subject, reason }: EntryContent,
): string => hashAfter(previous, [id, at, admin, action, profile, subject, reason]);

/**
 * `changed`: the content does not have the hash that its place stores, or the entry was moved here.
 * `missing`: no entry has this place. `cutOff`: entries after this place are gone. `outside`: the
 * entry was stored beside the chain.
 */
export type ChainProblem = 'changed' | 'missing' | 'cutOff' | 'outside';

/** The first place where the chain breaks, and the entry that is there. */
export type ChainBreak = { problem: ChainProblem; place: number; entry: EntryContent | null };

export type ChainCheck = {
  entries: number;
  /** Of the newest entry: to be kept outside of the installation, as proof of all before it. */
  hash: string;
  broken: ChainBreak | null;
};

/** What is wrong with `next`, which must be at the place after `place`; null when it fits. */
const breakAfter = (place: number, previous: string, next: ChainedEntry): ChainBreak | null => {
  const due = place + 1;
  if (next.place !== due) return { problem: 'missing', place: due, entry: null };
  if (next.entry === null) return { problem: 'missing', place: due, entry: null };
  return hashOf(previous, next.entry) === next.hash
    ? null
    : { problem: 'changed', place: due, entry: next.entry };
};

const BATCH = 2_000;

/** Recomputes the whole chain on one snapshot, beside a working system. */
export const checkChain = (db: Database): Promise<ChainCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let [place, hash] = [0, NO_HASH];
      const ended = (broken: ChainBreak | null): ChainCheck => ({ entries: place, hash, broken });
      for (;;) {
        const batch = await chainedEntries(tx, { after: place, limit: BATCH });
        for (const next of batch) {
          const broken = breakAfter(place, hash, next);
          if (broken) return ended(broken);
          [place, hash] = [next.place, next.hash];
        }
        if (batch.length < BATCH) break;
      }
      const head = await chainHead(tx);
      if (head.place !== place || head.hash !== hash)
        return ended({ problem: 'cutOff', place: place + 1, entry: null });
      const outside = await unchainedEntry(tx);
      return ended(outside && { problem: 'outside', place: place + 1, entry: outside });
    });

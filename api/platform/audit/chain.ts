// Hash chains, recomputed: SHA-256 over the hash before an entry and its content in one spelling.
// The database spells and hashes the same when it stores an entry (chain_append of migration 0196);
// this is the second implementation, which checks what is stored.
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import {
  chainedEntries,
  chainHead,
  type EntryContent,
  type ChainPosition,
  unchainedEntry,
} from './chain-store.ts';

/** The hash before the first entry, in hexadecimal. */
export const NO_HASH = '00'.repeat(32);

/** Each part after its length in bytes, so that no text can pass for the next part. */
const spell = (parts: readonly (string | null)[]): string =>
  parts.map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join(',');

/** The hash of an entry of these parts after the one with hash `previous`; both in hexadecimal. */
const hashAfter = (previous: string, parts: readonly (string | null)[]): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(spell(parts)).digest('hex');

/** The same of an entry of the audit log. */
export const hashOf = (previous: string, entry: EntryContent): string =>
  hashAfter(previous, AUDIT_CHAIN.partsOf(entry));

/** A chain as its store reads it. */
export type Chain<Entry> = {
  /** In the order of the chain; an entry that is gone is null. */
  entries(
    db: Database,
    page: { after: number; limit: number },
  ): Promise<(ChainPosition & { entry: Entry | null })[]>;
  partsOf(entry: Entry): readonly (string | null)[];
  /** The newest place. */
  head(db: Database): Promise<ChainPosition>;
  /** The oldest entry that is stored beside the chain; null when all are in it. */
  outside?(db: Database): Promise<Entry | null>;
};

/** The audit log. */
export const AUDIT_CHAIN: Chain<EntryContent> = {
  entries: chainedEntries,
  partsOf: ({ id, at, admin, action, profile, subject, reason }) => [
    id,
    at,
    admin,
    action,
    profile,
    subject,
    reason,
  ],
  head: chainHead,
  outside: unchainedEntry,
};

/**
 * `changed`: the content does not have the hash that its place stores, or the entry was moved here.
 * `missing`: no entry has this place. `cutOff`: entries after this place are gone. `outside`: the
 * entry was stored beside the chain.
 */
export type ChainProblem = 'changed' | 'missing' | 'cutOff' | 'outside';

/** The first place where the chain breaks, and the entry that is there. */
export type ChainBreak<Entry = EntryContent> = {
  problem: ChainProblem;
  place: number;
  entry: Entry | null;
};

export type ChainCheck<Entry = EntryContent> = {
  entries: number;
  /**
   * The hash of the newest entry: to be kept outside of the installation, as proof of all before
   * it.
   */
  hash: string;
  broken: ChainBreak<Entry> | null;
};

const BATCH = 2_000;

/** Recomputes the whole chain on one snapshot, beside a working system. */
export const checkChain = <Entry>(db: Database, chain: Chain<Entry>): Promise<ChainCheck<Entry>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let [place, hash] = [0, NO_HASH];
      const ended = (
        problem: ChainProblem | null,
        entry: Entry | null = null,
      ): ChainCheck<Entry> => ({
        entries: place,
        hash,
        broken: problem && { problem, place: place + 1, entry },
      });
      for (;;) {
        const batch = await chain.entries(tx, { after: place, limit: BATCH });
        for (const next of batch) {
          if (next.place !== place + 1 || next.entry === null) return ended('missing');
          if (hashAfter(hash, chain.partsOf(next.entry)) !== next.hash)
            return ended('changed', next.entry);
          [place, hash] = [next.place, next.hash];
        }
        if (batch.length < BATCH) break;
      }
      const head = await chain.head(tx);
      if (head.place !== place || head.hash !== hash) return ended('cutOff');
      const outside = (await chain.outside?.(tx)) ?? null;
      return ended(outside && 'outside', outside);
    });

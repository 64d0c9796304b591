// Checks the ledger of consents: recomputes its hash chain, as the audit log is checked. The database
// spells and hashes the same when it stores an entry (migration 0189).
import type { Database } from '../../../platform/database/database.ts';
import { hashAfter, NO_HASH } from '../../../platform/audit/chain.ts';
import { chainedConsents, consentsHead } from './consent-store.ts';

/** `changed`: the content has another hash. `missing`: a place is empty. `cutOff`: the last ones are gone. */
export type ConsentsCheck = {
  entries: number;
  hash: string;
  broken: { problem: 'changed' | 'missing' | 'cutOff'; place: number } | null;
};

const BATCH = 2_000;

/** Recomputes the whole chain on one snapshot, beside a working system. */
export const checkConsents = (db: Database): Promise<ConsentsCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let [entries, hash] = [0, NO_HASH];
      for (;;) {
        const batch = await chainedConsents(tx, { after: entries, limit: BATCH });
        for (const { place, parts, hash: stored } of batch) {
          const due = entries + 1;
          if (place !== due) return { entries, hash, broken: { problem: 'missing', place: due } };
          if (hashAfter(hash, parts) !== stored)
            return { entries, hash, broken: { problem: 'changed', place: due } };
          [entries, hash] = [place, stored];
        }
        if (batch.length < BATCH) break;
      }
      const head = await consentsHead(tx);
      const whole = head.place === entries && head.hash === hash;
      return { entries, hash, broken: whole ? null : { problem: 'cutOff', place: entries + 1 } };
    });

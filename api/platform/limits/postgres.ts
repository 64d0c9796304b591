// Strict rate limits: stored in the database, shared by all processes, and deleted only when they
// are full again.
import type { Clock } from '../clock/port.ts';
import type { Database } from '../database/database.ts';
import type { Transaction } from '../database/transaction.ts';
import { takeOne } from './bucket.ts';
import type { Limits, StrictLimits } from './port.ts';
import { loadFullAt, takeStored } from './store.ts';
import { hashToken } from '../tokens/hash-token.ts';

const limitsOn = (db: Database | Transaction, clock: Clock): Limits => ({
  async take(key, rule) {
    const [nowMs, hash] = [clock.now().getTime(), hashToken(key)];
    const windowMs = rule.windowSeconds * 1000;
    const costMs = windowMs / rule.limit;
    const fullAtMs = await takeStored(db, hash, { nowMs, windowMs, costMs });
    // The database decided; the remaining takes and the reset are computed as in the other
    // adapters, from the bucket before the take.
    const before = fullAtMs === null ? await loadFullAt(db, hash) : fullAtMs - costMs;
    const { remaining, resetsInSeconds } = takeOne(before, nowMs, rule);
    return { allowed: fullAtMs !== null, remaining, resetsInSeconds };
  },
});

export const postgresLimits = ({ db, clock }: { db: Database; clock: Clock }): StrictLimits => ({
  ...limitsOn(db, clock),
  in: (tx) => limitsOn(tx, clock),
});

// Time of a paid show in a journey: a minute ends when the journey says so, however fast the
// machine is.
import { sql } from 'kysely';
import { openDatabase } from '../walk/database.ts';

const MINUTE_MS = 60_000;
/** A minute is held here until it is skipped: far from its end, at which money is asked for. */
const HELD_AT_MS = 10_000;
const HOLD_EVERY_MS = 1_000;
/** What the live engine delivers itself before the next minute begins. */
const DELIVERED_MS = 2_500;

const complain = (line: unknown) => process.stderr.write(`${String(line)}\n`);

export type ShowClock = {
  /** All but the last seconds of the minute that runs have passed, with picture and sound. */
  skipMinute(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Holds the minutes of everyone who pays for the show, all of whom are in the same one. The clock
 * of the application runs as ever; what was delivered is changed, and the past of the show put
 * back, as if it had begun earlier. `seen_at` changes, so that a sweep that has read the entry
 * before does not write over it.
 */
export const openShowClock = async (liveId: string): Promise<ShowClock> => {
  const { db, close } = await openDatabase();
  const entries = sql`live_id = ${liveId}::uuid AND ended_at IS NULL AND started_at IS NOT NULL`;
  let skipped = 0;
  const hold = () =>
    sql`UPDATE live_entries SET delivered_ms = ${skipped * MINUTE_MS + HELD_AT_MS},
      seen_at = seen_at + interval '1 ms'
      WHERE ${entries} AND delivered_ms > ${skipped * MINUTE_MS + HELD_AT_MS}`.execute(db);
  const timer = setInterval(() => void hold().catch(complain), HOLD_EVERY_MS);
  return {
    skipMinute: async () => {
      skipped += 1;
      const skippedMs = sql`(${skipped * MINUTE_MS - DELIVERED_MS}::int - delivered_ms)`;
      const { numAffectedRows } = await sql`
        UPDATE live_entries SET delivered_ms = delivered_ms + ${skippedMs},
          seen_at = seen_at + interval '1 ms',
          started_at = started_at - ${skippedMs} * interval '1 ms',
            entered_at = entered_at - ${skippedMs} * interval '1 ms'
        WHERE ${entries}`.execute(db);
      if (numAffectedRows === 0n) throw new Error('no entry to this show is open');
    },
    close: async () => {
      clearInterval(timer);
      await close();
    },
  };
};

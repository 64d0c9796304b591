// Time of a paid show that a journey does not wait for.
import { sql } from 'kysely';
import { connectDatabase } from '../../api/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../api/platform/database/embedded-postgres.ts';

/** What the live engine delivers itself before the next minute begins. */
const DELIVERED_MS = 2_500;

const complain = (line: unknown) => process.stderr.write(`${String(line)}\n`);
const log = { info() {}, warn: complain, error: complain };

export type ShowClock = {
  /** All but the last seconds of the minute that runs have passed, with picture and sound. */
  skipMinute(liveId: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * The clock of the application runs as ever; the past of the show is put back, as if it had begun
 * earlier. `seen_at` changes, so that a sweep that has read the entry before does not write over
 * it.
 */
export const openShowClock = async (): Promise<ShowClock> => {
  const { url } = await startEmbeddedPostgres({
    home: process.env['E2E_HOME'] ?? '',
    log,
    join: true,
  });
  const { db, close } = connectDatabase(url, { max: 1, applicationName: 'camarim journey' });
  return {
    skipMinute: async (liveId) => {
      const { numAffectedRows } = await sql`
        UPDATE live_entries e SET delivered_ms = delivered_ms + s.skipped_ms, seen_at = seen_at + interval '1 ms',
          started_at = started_at - s.skipped_ms * interval '1 ms', entered_at = entered_at - s.skipped_ms * interval '1 ms'
        FROM (SELECT id, greatest(0, 60000 - ${DELIVERED_MS}::int - delivered_ms % 60000) AS skipped_ms FROM live_entries) s
        WHERE s.id = e.id AND e.live_id = ${liveId}::uuid AND e.ended_at IS NULL AND e.started_at IS NOT NULL`.execute(
        db,
      );
      if (numAffectedRows !== 1n) throw new Error('no entry to this show is open');
    },
    close,
  };
};

// What an archive of personal data holds of paid shows: entries of the person and to their shows,
// and calls.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../../platform/archive/archive.ts';
import type { Ctx } from '../../../context.ts';

export const exportEntriesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('lives/entries.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT e.id,
      e.live_id AS "liveId", CASE WHEN e.profile_id = ${profileId}::uuid THEN 'watcher'
      ELSE 'producer' END AS role,
        CASE WHEN e.profile_id = ${profileId}::uuid THEN l.producer_id
          ELSE e.profile_id END AS "withProfileId", e.role AS "enteredAs", e.charge,
        e.price_centavos AS "priceCentavos", e.entered_at AS "enteredAt",
          e.started_at AS "startedAt", e.ended_at AS "endedAt", e.exit,
        e.delivered_ms AS "deliveredMilliseconds",
        (SELECT count(*)::int FROM live_payments p WHERE p.entry_id = e.id
          AND p.state = 'settled') AS "paidTimes"
      FROM live_entries e JOIN lives l ON l.id = e.live_id
      WHERE ${profileId}::uuid IN (e.profile_id, l.producer_id) AND e.id > ${after}::uuid
        ORDER BY e.id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/calls.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, CASE WHEN caller_id = ${profileId}::uuid THEN 'caller'
      ELSE 'producer' END AS role,
        CASE WHEN caller_id = ${profileId}::uuid THEN producer_id
          ELSE caller_id END AS "withProfileId", type, state, live_id AS "liveId",
        created_at AS "createdAt", ended_at AS "endedAt"
      FROM live_calls WHERE ${profileId}::uuid IN (caller_id, producer_id) AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];

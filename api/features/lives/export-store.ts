// What an archive of personal data holds of live shows: the shows of the person, and their visits
// to those of others.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import { tipsIn } from './store.ts';

export const exportLivesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('lives/lives.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, type, CASE WHEN producer_id = ${profileId}::uuid THEN 'producer'
      ELSE 'privateWatcher' END AS role,
        title, CASE WHEN producer_id = ${profileId}::uuid THEN program END AS program,
          price_per_minute_centavos AS "pricePerMinuteCentavos", started_at AS "startedAt",
          published_at AS "publishedAt",
        ended_at AS "endedAt", end_reason AS "endReason",
        CASE WHEN producer_id = ${profileId}::uuid THEN total_earnings_centavos + ${sql.raw(tipsIn('lives.id'))} END AS "totalEarningsCentavos",
        CASE WHEN producer_id = ${profileId}::uuid THEN total_watchers END AS "totalWatchers",
        CASE WHEN producer_id = ${profileId}::uuid THEN ARRAY(SELECT p.stage_name
          FROM live_performers x JOIN performers p ON p.id = x.performer_id
          WHERE x.live_id = lives.id ORDER BY p.id) END AS performers,
        recording_asked_at AS "recordingAskedAt", recording_agreed_at AS "recordingAgreedAt"
      FROM lives WHERE ${profileId}::uuid IN (producer_id, private_watcher_id)
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/visits.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, live_id AS "liveId", joined_at AS "joinedAt", left_at AS "leftAt"
      FROM live_viewers WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/ingest-keys.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, label, ending, created_at AS "createdAt", used_at AS "usedAt",
      held_until AS "heldUntil" FROM live_ingest_keys
      WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/performers-of-programs.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT p.id, p.stage_name AS "stageName" FROM live_program_performers x
        JOIN performers p ON p.id = x.performer_id
      WHERE x.producer_id = ${profileId}::uuid AND p.id > ${after}::uuid ORDER BY p.id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/events.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, CASE WHEN producer_id = ${profileId}::uuid THEN 'ofMyShows'
      ELSE 'fromMe' END AS role, type, data, created_at AS "createdAt"
      FROM live_events WHERE ${profileId}::uuid IN (producer_id, from_id) AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/recordings.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT r.id, r.live_id AS "liveId", r.started_at AS "startedAt", r.ended_at AS "endedAt",
      r.kept_until AS "keptUntil",
        (SELECT coalesce(json_agg(json_build_object('id', c.id, 'fromMs', c.from_ms, 'toMs',
          c.to_ms, 'title', c.title, 'mediaId', c.media_id) ORDER BY c.id), '[]') FROM live_cuts c
          WHERE c.recording_id = r.id) AS cuts
      FROM live_recordings r WHERE r.producer_id = ${profileId}::uuid AND r.id > ${after}::uuid
        ORDER BY r.id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/decisions.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT d.id, d.live_id AS "liveId", d.decision, d.reason, d.created_at AS "createdAt"
      FROM live_decisions d JOIN lives l ON l.id = d.live_id
      WHERE l.producer_id = ${profileId}::uuid AND d.id > ${after}::uuid ORDER BY d.id
        LIMIT ${limit}`.execute(db),
  ),
];

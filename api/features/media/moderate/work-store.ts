// Media processing as operators list it, in the database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../../platform/database/waiting.ts';
import type { AiFacts } from '../ai/rules.ts';
import type { MediaKind } from '../store.ts';

export type WorkState = 'waiting' | 'working' | 'failed' | 'processed';

export type MediaWorkRow = {
  id: MediaId;
  kind: MediaKind;
  content_type: string;
  bytes: number | null;
  duration_ms: number | null;
  owner_id: ProfileId;
  state: WorkState;
  progress: number;
  tries: number;
  try_began_at: Date | null;
  try_ended_at: Date | null;
  last_error_code: string | null;
  last_error_detail: string | null;
  original_until: Date | null;
  created_at: Date;
} & AiFacts;

const OPEN = sql`m.status IN ('created', 'processing')`;
/** A worker is processing it, or died and its job was not detected as lost yet. */
const IN_PROGRESS = sql`m.try_began_at IS NOT NULL AND m.try_ended_at IS NULL`;
/** Deleted media are not listed as failed. */
const FAILED = sql`m.status = 'error' AND m.error_code <> 'media.notFound'`;

const CONDITIONS: Record<WorkState, ReturnType<typeof sql>> = {
  waiting: sql`${OPEN} AND NOT (${IN_PROGRESS})`,
  working: sql`${OPEN} AND ${IN_PROGRESS}`,
  failed: FAILED,
  processed: sql`m.status = 'processed'`,
};

export type WorkQuery = {
  ids: readonly string[] | null;
  ownerId: ProfileId | null;
  state: WorkState | null;
  before: string | null;
  limit: number;
};

/** Newest first. */
export const listMediaWork = async (
  db: Database,
  { ids, ownerId, state, before, limit }: WorkQuery,
): Promise<MediaWorkRow[]> => {
  const { rows } = await sql<MediaWorkRow>`
    SELECT m.id, m.kind, m.content_type, m.bytes, m.duration_ms, m.owner_id, m.progress, m.tries,
      m.try_began_at, m.try_ended_at,
      m.last_error_code, m.last_error_detail, m.original_until, m.created_at, m.ai_declared,
        m.ai_found, m.ai_decided,
      CASE WHEN m.status = 'processed' THEN 'processed' WHEN m.status = 'error' THEN 'failed'
        WHEN ${IN_PROGRESS} THEN 'working' ELSE 'waiting' END AS state
    FROM media m
    WHERE ${state ? CONDITIONS[state] : sql`(m.status <> 'error' OR ${FAILED})`}
      ${ids ? sql`AND m.id = ANY(${ids}::uuid[])` : sql``} ${ownerId ? sql`AND m.owner_id = ${ownerId}` : sql``} ${before ? sql`AND m.id < ${before}` : sql``}
    ORDER BY m.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

export const ownerByDomainName = async (
  db: Database,
  domainName: string,
): Promise<ProfileId | null> => {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('domain_name', '=', domainName.toLowerCase())
    .executeTakeFirst();
  return (row?.id as ProfileId | undefined) ?? null;
};

/** Media whose processing failed for good; what a decision keeps out leaves nothing to decide. */
export const FAILED_MEDIA: WaitingCases = sql<WaitingCase>`
  SELECT m.id::text AS id, coalesce(m.try_ended_at, m.created_at) AS since,
    m.owner_id AS about, NULL::uuid[] AS parties, NULL::timestamptz AS due
  FROM media m WHERE ${FAILED} AND m.error_code <> 'upload.blocked'`;

// Attempts of processing a media in the database: begin, end, fail, retry.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { ARCHIVE_CONTENT_TYPES } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

const DETAIL_MAX = 500;

/** Output of a program, cut to a length that operators can read in a list. */
const shortened = (detail: string): string => detail.replaceAll('\0', '').slice(0, DETAIL_MAX);

/**
 * Begins and counts an attempt; false when the media is processed or failed. An earlier attempt
 * without an end lost its worker.
 */
export const beginAttempt = async (tx: Database, id: MediaId, now: Date): Promise<boolean> => {
  const row = await tx
    .updateTable('media')
    .set((media) => ({
      status: 'processing',
      tries: media('tries', '+', 1),
      last_error_code: sql<string | null>`CASE WHEN try_began_at IS NOT NULL
        AND try_ended_at IS NULL THEN ${'media.workerLost' satisfies ErrorCode}
        ELSE last_error_code END`,
      last_error_detail: sql<
        string | null
      >`CASE WHEN try_began_at IS NOT NULL AND try_ended_at IS NULL THEN NULL
        ELSE last_error_detail END`,
      try_began_at: now,
      try_ended_at: null,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['created', 'processing'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Records the end of an attempt, with its error when there will be another attempt. */
export const endAttempt = async (
  db: Database,
  id: MediaId,
  now: Date,
  failure: { code: ErrorCode; detail: string } | null,
): Promise<void> => {
  await db
    .updateTable('media')
    .set({
      try_ended_at: now,
      ...(failure && {
        last_error_code: failure.code,
        last_error_detail: shortened(failure.detail),
      }),
    })
    .where('id', '=', id)
    .execute();
};

/**
 * Ends the quick part and resets the attempts for the long part; false when the media is no longer
 * needed.
 */
export const markEncodingRequested = async (
  tx: Database,
  id: MediaId,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .updateTable('media')
    .set({ encoding_asked_at: now, tries: 0 })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether the media is still needed: neither failed nor erased. */
export const isWanted = async (db: Database, id: MediaId): Promise<boolean> =>
  (await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'error')
    .executeTakeFirst()) !== undefined;

/**
 * Why a media fails, and until when its original stays for a retry; null: no retry.
 */
export type MediaFailure = {
  code: ErrorCode;
  detail: string | null;
  originalUntil: Date | null;
  now: Date;
};

/**
 * Fails the media; null when it was finished before. Originals of profile images are not kept:
 * their owner sees the refusal at once and can send another.
 */
export const markFailed = async (
  tx: Database,
  id: MediaId,
  { code, detail, originalUntil, now }: MediaFailure,
): Promise<{ ownerId: ProfileId; originalUntil: Date | null } | null> => {
  const row = await tx
    .updateTable('media')
    .set({
      status: 'error',
      error_code: code,
      processed_at: now,
      // The last attempt's own error says more than that all attempts failed.
      last_error_code: sql<string>`CASE WHEN ${code} <> ${'media.processingFailed' satisfies ErrorCode} THEN ${code}
        WHEN try_began_at IS NOT NULL
          AND try_ended_at IS NULL THEN ${'media.workerLost' satisfies ErrorCode}
          ELSE coalesce(last_error_code, ${code}) END`,
      ...(code !== 'media.processingFailed' && { last_error_detail: detail && shortened(detail) }),
      original_until: sql<Date | null>`CASE WHEN purpose = 'post' THEN ${originalUntil}::timestamptz END`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['created', 'processing'])
    .returning(['owner_id', 'original_until'])
    .executeTakeFirst();
  return row ? { ownerId: row.owner_id as ProfileId, originalUntil: row.original_until } : null;
};

/** The job of the quick part, and those of long parts. */
export type WorkName = 'media.process' | LongWork;
export type LongWork = 'media.transcode' | 'media.hashArchive';

const longWorkOf = (contentType: string): LongWork =>
  (ARCHIVE_CONTENT_TYPES as readonly string[]).includes(contentType)
    ? 'media.hashArchive'
    : 'media.transcode';

/**
 * Puts a failed media whose original is still there, or one between two attempts, back to the
 * beginning of the work it was in; null for any other.
 */
export const requeueMedia = async (
  tx: Database,
  id: MediaId,
  now: Date,
): Promise<{ ownerId: ProfileId; work: WorkName } | null> => {
  const row = await tx
    .updateTable('media')
    .set({
      status: 'created',
      error_code: null,
      processed_at: null,
      original_until: null,
      progress: 0,
      tries: 0,
      try_began_at: null,
      try_ended_at: null,
    })
    .where('id', '=', id)
    .where((media) =>
      media.or([
        media('original_until', '>', now),
        media.and([media('status', '=', 'processing'), media('try_ended_at', 'is not', null)]),
      ]),
    )
    .returning(['owner_id', 'encoding_asked_at', 'content_type'])
    .executeTakeFirst();
  return row
    ? {
        ownerId: row.owner_id as ProfileId,
        work: row.encoding_asked_at ? longWorkOf(row.content_type) : 'media.process',
      }
    : null;
};

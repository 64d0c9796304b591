// The list of media processing for operators.
import type { Routes } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import { isUuid, type ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { text } from '../../../platform/text/text.ts';
import { aiLabelOf } from '../ai/rules.ts';
import { listMediaWork, type MediaWorkRow, ownerByDomainName } from './work-store.ts';

type MediaWorkItem = DataInput<Routes['GET /dsb/medias']>[number];

/** Profile summaries by id; the profiles feature implements it. */
export type Summarise = (
  ids: readonly ProfileId[],
) => Promise<ReadonlyMap<ProfileId, NonNullable<MediaWorkItem['owner']>>>;

/** The same as `requeue` and `markFailed` let happen. */
const actionsOf = (
  { state, original_until: until, try_ended_at: ended }: MediaWorkRow,
  now: Date,
): MediaWorkItem['can'] => {
  if (state === 'failed') return until && until > now ? ['retry'] : [];
  if (state === 'waiting') return ended ? ['retry', 'cancel'] : ['cancel'];
  return state === 'working' ? ['cancel'] : [];
};

const present = (
  row: MediaWorkRow,
  owner: MediaWorkItem['owner'],
  locale: Locale,
  now: Date,
): MediaWorkItem => ({
  id: row.id,
  kind: row.kind,
  contentType: row.content_type,
  bytes: row.bytes,
  durationMs: row.duration_ms,
  owner,
  state: row.state,
  progress: row.progress,
  tries: row.tries,
  triedAt: row.try_began_at?.toISOString() ?? null,
  lastError:
    row.last_error_code === null
      ? null
      : { message: text(locale, row.last_error_code as ErrorCode), detail: row.last_error_detail },
  originalUntil:
    row.original_until && row.original_until > now ? row.original_until.toISOString() : null,
  can: actionsOf(row, now),
  ai: aiLabelOf(row),
  createdAt: row.created_at.toISOString(),
});

/** One page; empty when no profile has the searched name. */
export const listWork = async (
  { db, clock }: Ctx,
  { summarise, locale }: { summarise: Summarise; locale: Locale },
  { search, state, before, limit }: QueryOf<Routes['GET /dsb/medias']>,
): Promise<{ data: MediaWorkItem[]; cursor: string | null }> => {
  const byId = search !== undefined && isUuid(search.toLowerCase());
  const ownerId = search && !byId ? await ownerByDomainName(db, search.replace(/^@/, '')) : null;
  const unknownOwner = search && !byId && ownerId === null;
  const rows = unknownOwner
    ? []
    : await listMediaWork(db, {
        ids: byId ? [search] : null,
        ownerId,
        state: state ?? null,
        before: before ?? null,
        limit,
      });
  const people = await summarise([...new Set(rows.map(({ owner_id: owner }) => owner))]);
  const now = clock.now();
  return {
    data: rows.map((row) => present(row, people.get(row.owner_id) ?? null, locale, now)),
    cursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
};

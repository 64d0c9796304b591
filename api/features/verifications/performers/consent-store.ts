// SQL of the ledger of consents: its entries, what they allow, and what was withdrawn. An entry is
// never changed; the database gives it its place and its hash.
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { MediaId, PerformerId, PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { NO_HASH, type ChainPosition } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';

export type ConsentAct = 'grant' | 'withdrawal' | 'refusal';

/** How an entry was signed; `copy`: a media is a copy of one that the person withdrew from. */
export type Signature = {
  signedBy: 'link' | 'copy';
  textVersion: number;
  network: string;
  now: Date;
};

/** What an entry says; `mediaId` null: all media with the person, now and later. */
export type ConsentChange = {
  act: ConsentAct;
  scope: ConsentScope | null;
  mediaId: MediaId | null;
};

export type ConsentEntry = ConsentChange & { signedAt: Date; textVersion: number };

/**
 * Adds entries for a performer whose row is locked; what is recorded already is not repeated.
 * Returns how many were added.
 */
export const insertConsents = async (
  tx: Database,
  performer: { id: PerformerId; producerId: ProfileId },
  changes: readonly ConsentChange[],
  { signedBy, textVersion, network, now }: Signature,
): Promise<number> => {
  if (changes.length === 0) return 0;
  const { numAffectedRows } = await sql`
    INSERT INTO consent_entries (id, performer_id, producer_id, act, scope, media_id, text_version,
      signed_by, network, signed_at)
    SELECT n.id, ${performer.id}::uuid, ${performer.producerId}::uuid, n.act, n.scope, n.media_id,
      ${textVersion}, ${signedBy}, ${network}, ${now}
    FROM unnest(${changes.map(() => newId())}::uuid[], ${changes.map(({ act }) => act)}::text[],
      ${changes.map(({ scope }) => scope)}::text[],
      ${changes.map(({ mediaId }) => mediaId)}::uuid[])
      WITH ORDINALITY n (id, act, scope, media_id, position)
    WHERE NOT EXISTS (SELECT FROM consent_entries e WHERE e.performer_id = ${performer.id}::uuid
      AND e.act = n.act
      AND e.scope IS NOT DISTINCT FROM n.scope AND e.media_id IS NOT DISTINCT FROM n.media_id)
    ORDER BY n.position`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

/** In the order in which they were signed. */
export const consentsOf = async (
  db: Database,
  performerId: PerformerId,
): Promise<ConsentEntry[]> => {
  const rows = await db
    .selectFrom('consent_entries')
    .select(['act', 'scope', 'media_id', 'signed_at', 'text_version'])
    .where('performer_id', '=', performerId)
    .orderBy('place')
    .execute();
  return rows.map((row) => ({
    act: row.act as ConsentAct,
    scope: row.scope as ConsentScope | null,
    mediaId: row.media_id as MediaId | null,
    signedAt: row.signed_at,
    textVersion: row.text_version,
  }));
};

/** SQL of whether the person consents to the scope; both are pieces of SQL. */
export const isGranted = (performer: string, scope: string): string =>
  `(EXISTS (SELECT FROM consent_entries g WHERE g.performer_id = ${performer} AND g.act = 'grant' AND g.scope = ${scope})
    AND NOT EXISTS (SELECT FROM consent_entries g WHERE g.performer_id = ${performer} AND g.act = 'withdrawal' AND g.scope = ${scope} AND g.media_id IS NULL))`;

/** SQL of whether a person in the media withdrew from the scope, in all media or in this one. */
export const isWithdrawn = (media: string, scope: ConsentScope): string =>
  `(EXISTS (SELECT FROM consent_entries cw WHERE cw.media_id = ${media} AND cw.act = 'withdrawal' AND cw.scope = '${scope}')
    OR EXISTS (SELECT FROM media_performers ct JOIN consent_entries cw ON cw.performer_id = ct.performer_id
      WHERE ct.media_id = ${media} AND cw.act = 'withdrawal' AND cw.scope = '${scope}' AND cw.media_id IS NULL))`;

/** SQL of whether a person in the post, or in a media of it, withdrew from the scope. */
export const isPostWithdrawn = (post: string, scope: ConsentScope): string =>
  `(EXISTS (SELECT FROM post_performers cp JOIN consent_entries cw ON cw.performer_id = cp.performer_id
      WHERE cp.post_id = ${post} AND cw.act = 'withdrawal' AND cw.scope = '${scope}' AND cw.media_id IS NULL)
    OR EXISTS (SELECT FROM post_media cm WHERE cm.post_id = ${post} AND ${isWithdrawn('cm.media_id', scope)}))`;

/** A person and a scope that they did not grant. */
export type MissingConsent = { stageName: string; scope: ConsentScope };

/**
 * The first person who is in the content without a grant: those that are declared with it, and
 * those of its media and of posts with these. `scope` is asked of all, and `download` of those in
 * archives.
 */
export const findMissingConsent = async (
  tx: Database,
  performerIds: readonly PerformerId[],
  mediaIds: readonly MediaId[],
  scope: ConsentScope,
): Promise<MissingConsent | null> => {
  // So that no person in them withdraws before this transaction ends.
  await sql`
    SELECT FROM performers WHERE id = ANY(${performerIds}::uuid[])
      OR id IN (SELECT t.performer_id FROM media_performers t
        WHERE t.media_id = ANY(${mediaIds}::uuid[]))
      OR id IN (SELECT t.performer_id FROM post_media pm
        JOIN post_performers t ON t.post_id = pm.post_id
        WHERE pm.media_id = ANY(${mediaIds}::uuid[]))
    ORDER BY id FOR SHARE`.execute(tx);
  const { rows } = await sql<MissingConsent>`
    WITH appearing AS (
      SELECT p.id AS performer_id, m.id AS media_id, m.kind
        FROM unnest(${performerIds}::uuid[]) p (id)
        LEFT JOIN media m ON m.id = ANY(${mediaIds}::uuid[])
      UNION SELECT t.performer_id, m.id, m.kind FROM media_performers t
        JOIN media m ON m.id = t.media_id WHERE m.id = ANY(${mediaIds}::uuid[])
      UNION SELECT t.performer_id, m.id, m.kind FROM post_media pm
        JOIN post_performers t ON t.post_id = pm.post_id JOIN media m ON m.id = pm.media_id
        WHERE m.id = ANY(${mediaIds}::uuid[]))
    SELECT p.stage_name AS "stageName", s.scope FROM appearing a
      JOIN performers p ON p.id = a.performer_id
      JOIN (VALUES (${scope}::text, false), ('download', true)) s (scope,
        archives) ON NOT s.archives OR a.kind = 'archive'
    WHERE NOT ${sql.raw(isGranted('p.id', 's.scope'))}
      OR EXISTS (SELECT FROM consent_entries w WHERE w.performer_id = p.id
        AND w.media_id = a.media_id AND w.act = 'withdrawal' AND w.scope = s.scope)
    ORDER BY s.archives, p.stage_name LIMIT 1`.execute(tx);
  return rows[0] ?? null;
};

/** The performers declared in the posts, with their media. */
export const contentsOfPosts = async (
  tx: Database,
  postIds: readonly PostId[],
): Promise<{ performerIds: PerformerId[]; mediaIds: MediaId[] }> => {
  const { rows } = await sql<{ performerIds: PerformerId[]; mediaIds: MediaId[] }>`
    SELECT ARRAY(SELECT DISTINCT performer_id FROM post_performers
      WHERE post_id = ANY(${postIds}::uuid[])) AS "performerIds",
      ARRAY(SELECT DISTINCT media_id FROM post_media
        WHERE post_id = ANY(${postIds}::uuid[])) AS "mediaIds"`.execute(tx);
  return rows[0] ?? { performerIds: [], mediaIds: [] };
};

/** An entry as it is hashed: instants in UTC with microseconds, numbers as text. */
export type ConsentContent = {
  id: string;
  signedAt: string;
  performerId: string;
  producerId: string;
  act: string;
  scope: string | null;
  mediaId: string | null;
  textVersion: string;
  signedBy: string;
  network: string;
};

const content = sql<ConsentContent>`
  e.id::text AS id,
    to_char(e.signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "signedAt",
    e.performer_id::text AS "performerId",
  e.producer_id::text AS "producerId", e.act, e.scope, e.media_id::text AS "mediaId",
    e.text_version::text AS "textVersion",
  e.signed_by AS "signedBy", e.network`;

/** In the order of the chain. */
export const chainedConsents = async (
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<(ChainPosition & { entry: ConsentContent })[]> => {
  const { rows } = await sql<ConsentContent & { place: string; hash: string }>`
    SELECT e.place::text AS place, encode(e.hash, 'hex') AS hash, ${content}
    FROM consent_entries e WHERE e.place > ${after} ORDER BY e.place LIMIT ${limit}`.execute(db);
  return rows.map(({ place, hash, ...entry }) => ({ place: Number(place), hash, entry }));
};

/** One performer's entries, or those of a producer's performers, which the producer reads. */
export type ConsentsOf = { performerId: PerformerId } | { producerId: ProfileId };

/** An entry with its place, its hash and the one before it. */
export type ProvedConsent = ChainPosition & { previous: string } & Omit<
    ConsentContent,
    'network'
  > & {
    network?: string;
  };

/** In the order of the chain. */
export const provedConsents = async (db: Database, of: ConsentsOf): Promise<ProvedConsent[]> => {
  const whole = 'performerId' in of;
  const { rows } = await sql<
    ConsentContent & { place: string; hash: string; previous: string | null }
  >`
    SELECT e.place::text AS place, encode(e.hash, 'hex') AS hash, encode(b.hash, 'hex') AS previous,
      ${content}
    FROM consent_entries e LEFT JOIN consent_entries b ON b.place = e.place - 1
    WHERE ${whole ? sql`e.performer_id = ${of.performerId}::uuid` : sql`e.producer_id = ${of.producerId}::uuid`}
      ORDER BY e.place`.execute(db);
  return rows.map(({ place, hash, previous, network, ...entry }) => ({
    place: Number(place),
    previous: previous ?? NO_HASH,
    hash,
    ...entry,
    ...(whole && { network }),
  }));
};

/** The newest place; zero and no hash before the first. */
export const consentsHead = async (db: Database): Promise<ChainPosition> => {
  const { rows } = await sql<{ place: string; hash: string }>`
    SELECT place::text AS place, encode(hash, 'hex') AS hash FROM consent_entries_head`.execute(db);
  return { place: Number(rows[0]?.place ?? 0), hash: rows[0]?.hash ?? '' };
};

// SQL of what a person names in a removal request: links, and hashes of pictures.
import type { LinkTarget } from '@camarim/contract/features/removals/links';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { KnownHash } from '../media/index.ts';

/** What a person names, before it is looked for. */
export type NamedTargets = {
  links: readonly { link: string; target: LinkTarget | null }[];
  hashes: readonly KnownHash[];
};

/** Adds to what the request names. Returns how many links it has now. */
export const insertNamed = async (
  tx: Database,
  id: string,
  { links, hashes }: NamedTargets,
): Promise<number> => {
  const { rows } = await sql<{ next: number }>`
    SELECT coalesce(max(position) + 1, 0) AS next FROM removal_links
      WHERE request_id = ${id}::uuid`.execute(tx);
  const next = rows[0]?.next ?? 0;
  await sql`
    INSERT INTO removal_links (request_id, position, link, target_kind, target_id)
    SELECT ${id}::uuid, n.position, n.link, n.kind, n.target::uuid
    FROM unnest(${links.map((_, index) => next + index)}::int[],
      ${links.map(({ link }) => link)}::text[],
      ${links.map(({ target }) => target?.kind ?? null)}::text[],
      ${links.map(({ target }) => target?.id ?? null)}::text[]) n (position, link, kind,
      target)`.execute(tx);
  await sql`
    INSERT INTO removal_hashes (request_id, hash, plain) SELECT ${id}::uuid,
      ('x' || q.hash)::bit(256), q.plain
    FROM unnest(${hashes.map(({ hash }) => hash)}::text[],
      ${hashes.map(({ plain }) => plain)}::boolean[]) q (hash, plain)
    ON CONFLICT DO NOTHING`.execute(tx);
  return next + links.length;
};

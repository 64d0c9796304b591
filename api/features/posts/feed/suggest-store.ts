// SQL of suggestions while a person types a search: people by a part of their name, tags by their
// beginning.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { isHidden, nameContains, requesterRow } from '../../profiles/index.ts';

/** Trigrams of the index profiles_names need as many characters. */
const INDEXED_MIN = 3;

/**
 * Producers with these words in a name, the most popular first; from three characters on those
 * whose name begins with the words before them.
 */
export const suggestProducers = async (
  db: Database,
  words: string,
  requester: Requester,
  limit: number,
): Promise<ProfileId[]> => {
  const begins =
    words.length < INDEXED_MIN
      ? sql``
      : sql`(starts_with(searchable(p.display_name), searchable(${words}::text))
        OR starts_with(searchable(p.domain_name::text), searchable(${words}::text))) DESC, `;
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM profiles p JOIN profile_listings l ON l.profile_id = p.id
      CROSS JOIN ${requesterRow(requester)}
    WHERE p.producer_stage = 'approved' AND ${nameContains(words)} AND NOT ${isHidden('p.id')}
    ORDER BY ${begins}l.popularity DESC, l.profile_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Tags looked at before those that only hidden profiles use are left out. */
const CANDIDATES = 30;

/**
 * Keys of tags that begin so, the most used first, each on a post of a producer who is not hidden.
 */
export const suggestTags = async (
  db: Database,
  beginning: string,
  requester: Requester,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ tag: string }>`
    SELECT c.tag FROM (
      SELECT t.tag, sum(t.posts) AS posts FROM profile_tags t
      WHERE t.tag >= ${beginning}::text AND t.tag < ${beginning}::text || chr(1114111)
        GROUP BY t.tag ORDER BY posts DESC, t.tag LIMIT ${CANDIDATES}
    ) c CROSS JOIN ${requesterRow(requester)}
    WHERE EXISTS (SELECT FROM profile_tags t JOIN profiles p ON p.id = t.profile_id
      AND p.producer_stage = 'approved' WHERE t.tag = c.tag AND NOT ${isHidden('p.id')})
    ORDER BY c.posts DESC, c.tag LIMIT ${limit}`.execute(db);
  return rows.map(({ tag }) => tag);
};

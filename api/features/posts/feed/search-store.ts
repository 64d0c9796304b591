// Search of posts by words and tags: positions only, of public posts with a public text.
import type { PostId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';
import { regionOf } from '../../../platform/http/place.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { IS_READABLE, isListed } from '../../listings/index.ts';
import { hiddenFrom, requesterAt } from '../../profiles/index.ts';
import { type FeedPage, LAST_ID, type PostPosition } from './feed-store.ts';

type Row = { id: PostId; start_when: Date };

// The very expression of the index posts_words.
const WORDS = `(to_tsvector('words_pt'::regconfig, p.text) || to_tsvector('words_plain'::regconfig, p.text))`;

const selectMatches = (condition: string) =>
  preparedRead<Row>(`
    SELECT p.id, p.start_when
    FROM posts p JOIN profiles o ON o.id = p.profile_id AND o.producer_stage = 'approved'
      CROSS JOIN ${requesterAt(6, 7, 8)}
    WHERE ${condition} AND ${IS_READABLE} AND ${isListed('$5')} AND (p.start_when,
      p.id) < ($2::timestamptz, $3::uuid) AND NOT ${hiddenFrom('p.profile_id')}
    ORDER BY p.start_when DESC, p.id DESC LIMIT $4`);

const byWords = selectMatches(
  `${WORDS} @@ (websearch_to_tsquery('words_pt'::regconfig, $1::text) || websearch_to_tsquery('words_plain'::regconfig, $1::text))`,
);
const byTag = selectMatches(
  'EXISTS (SELECT FROM post_tags t WHERE t.tag = $1::text AND t.post_id = p.id)',
);

/** The key of a tag, or words. */
export type SearchTerms = { tag: string } | { words: string };

/** One page, newest first. */
export const searchPositions = async (
  db: Database,
  sought: SearchTerms,
  { profileId, place }: Requester,
  { before, limit, now }: FeedPage,
): Promise<PostPosition[]> => {
  const values = [
    before?.at ?? 'infinity',
    before?.id ?? LAST_ID,
    limit,
    now,
    profileId,
    regionOf(place),
    place.city,
  ];
  const rows =
    'tag' in sought
      ? await byTag(db, sought.tag, ...values)
      : await byWords(db, sought.words, ...values);
  return rows.map((row) => ({ id: row.id, at: row.start_when }));
};

// SQL of whom a producer may write to, and of who bought what is sold in messages: pieces that
// statements of other features include.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import { boughtFrom, customersOf, hasSubscribedTo } from '../access/index.ts';

/** SQL that is true for a fan of the producer: follows, subscribes or did so, or bought a post. */
export const isFanOf = (producer: string, profile: string): string =>
  `(EXISTS (SELECT FROM follows f WHERE f.follower_id = ${profile} AND f.followee_id = ${producer})
    OR ${hasSubscribedTo(producer, profile)} OR ${boughtFrom(producer, profile)})`;

/**
 * SQL that is true for a person to whom the producer may write: a fan, or one who wrote to them.
 */
export const mayBeWrittenTo = (producer: string, profile: string): string =>
  `(${isFanOf(producer, profile)} OR EXISTS (SELECT FROM chat_members m JOIN messages w ON w.chat_id = m.chat_id AND w.sender_id = m.other_id AND w.writer = 'person'
      WHERE m.profile_id = ${producer} AND m.other_id = ${profile}))`;

/**
 * SQL that is true when the profile bought the media of a message of the producer; `message` is its
 * id, or that of a mass message.
 */
export const boughtMessage = (producer: string, message: string, profile: string): string =>
  `EXISTS (SELECT FROM message_purchases b WHERE b.buyer_id = ${profile} AND b.content_id IN (
    SELECT x.content_id FROM messages x WHERE x.id = ${message} AND x.sender_id = ${producer}
    UNION ALL SELECT y.content_id FROM broadcasts y WHERE y.id = ${message}
      AND y.sender_id = ${producer}))`;

/** SQL that is true when the profile bought the media of any message of the producer. */
export const boughtAnyMessage = (producer: string, profile: string): string =>
  `EXISTS (SELECT FROM message_purchases b JOIN message_contents c ON c.id = b.content_id
    WHERE b.buyer_id = ${profile} AND c.author_id = ${producer})`;

// $1 the producer, $2 whose id the page begins after, $3 its length. Conversations are not asked
// here who wrote in them: a page of those who did would read all the others, too.
const selectPeople = preparedRead<{ id: ProfileId }>(`
  SELECT id FROM (
    (SELECT f.follower_id AS id FROM follows f WHERE f.followee_id = $1::uuid
      AND f.follower_id > $2::uuid ORDER BY f.follower_id LIMIT $3)
    UNION (SELECT id FROM (SELECT DISTINCT c.profile_id AS id FROM (${customersOf('$1::uuid')}) c
      WHERE c.profile_id > $2::uuid ORDER BY c.profile_id LIMIT $3) c)
    UNION (SELECT m.other_id FROM chat_members m WHERE m.profile_id = $1::uuid
      AND m.other_id > $2::uuid ORDER BY m.other_id LIMIT $3)
  ) people ORDER BY id LIMIT $3`);

/**
 * A page of the people among whom are all to whom the producer may write, by id; `mayBeWrittenTo`
 * tells which.
 */
export const listPeople = async (
  db: Database,
  producerId: ProfileId,
  after: ProfileId,
  limit: number,
): Promise<ProfileId[]> => (await selectPeople(db, producerId, after, limit)).map(({ id }) => id);

// The table `access`: what fans paid for, a post for ever or a producer's content for a time. No
// other feature names it: they write through the functions and read through the pieces of SQL.
import type { PostId, ProfileId, TransferId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';

/**
 * SQL that is true when the profile bought the post. The arguments are pieces of SQL: columns or
 * numbered parameters.
 */
export const boughtBy = (post: string, profile: string): string =>
  `EXISTS (SELECT FROM access a WHERE a.kind = 'post' AND a.post_id = ${post}
    AND a.profile_id = ${profile})`;

/** SQL that is true when the profile bought the post, and the post is the producer's. */
export const boughtPostOf = (producer: string, post: string, profile: string): string =>
  `EXISTS (SELECT FROM access a WHERE a.kind = 'post' AND a.post_id = ${post}
    AND a.profile_id = ${profile} AND a.producer_id = ${producer})`;

/**
 * SQL that selects `profile_id` of who bought posts of the producer or subscribed, once for each.
 */
export const customersOf = (producer: string): string =>
  `SELECT a.profile_id FROM access a WHERE a.producer_id = ${producer}`;

/**
 * SQL that is true when the profile's present or last subscription to the producer began since
 * then.
 */
export const subscribedSince = (producer: string, profile: string, since: string): string =>
  `EXISTS (SELECT FROM access a WHERE a.kind = 'subscription' AND a.producer_id = ${producer}
    AND a.profile_id = ${profile} AND a.starts_at >= ${since})`;

/** SQL that selects `profile_id` of each buyer of the post. */
export const buyersOf = (post: string): string =>
  `SELECT a.profile_id FROM access a WHERE a.kind = 'post' AND a.post_id = ${post}`;

/**
 * SQL that selects `transfer_id`, `buyer_id` and the instant `at` of each purchase of the post, by
 * itself or in a collection.
 */
export const salesOfPost = (post: string): string =>
  `SELECT a.transfer_id, a.profile_id AS buyer_id, a.starts_at AS at FROM access a
    WHERE a.kind = 'post' AND a.post_id = ${post}`;

/** SQL that selects `post_id` and the instant `at` of each unlock of a producer's posts. */
export const unlocksOf = (producer: string): string =>
  `SELECT a.post_id, a.starts_at AS at FROM access a WHERE a.kind = 'post'
    AND a.producer_id = ${producer}`;

/**
 * SQL that selects `profile_id` and the instant `at` of each purchase of the producer's posts after
 * the instant.
 */
export const purchasesSince = (producer: string, since: string): string =>
  `SELECT x.profile_id, x.starts_at AS at FROM access x WHERE x.kind = 'post'
    AND x.producer_id = ${producer} AND x.starts_at > ${since}`;

/** SQL that is true when the profile bought a post of the producer before the instant. */
export const boughtBefore = (producer: string, profile: string, at: string): string =>
  `EXISTS (SELECT FROM access x WHERE x.kind = 'post' AND x.producer_id = ${producer}
    AND x.profile_id = ${profile} AND x.starts_at < ${at})`;

/** SQL that is true when at least one profile bought the post. */
export const isSold = (post: string): string => `EXISTS (${buyersOf(post)})`;

/** SQL that is true when the profile has paid access to the producer's content at the instant. */
export const subscribesTo = (
  producer: string,
  profile: string,
  now: string,
): string => `EXISTS (SELECT FROM access a WHERE a.kind = 'subscription'
  AND a.producer_id = ${producer} AND a.profile_id = ${profile}
      AND a.starts_at <= ${now} AND (a.expires_at IS NULL OR a.expires_at > ${now}))`;

/** SQL that is true when the profile bought at least one post of the producer. */
export const boughtFrom = (producer: string, profile: string): string =>
  `EXISTS (SELECT FROM access a WHERE a.kind = 'post' AND a.producer_id = ${producer}
    AND a.profile_id = ${profile})`;

const paidNow = (now: string): string =>
  `a.kind = 'subscription' AND a.starts_at <= ${now} AND (a.expires_at IS NULL OR a.expires_at > ${now})`;

/**
 * SQL that selects `producer_id` of each producer to whom the profile subscribes at the instant.
 */
export const subscribedBy = (profile: string, now: string): string =>
  `SELECT a.producer_id FROM access a WHERE a.profile_id = ${profile} AND ${paidNow(now)}`;

/** SQL that selects `profile_id` of each profile that subscribes to the producer at the instant. */
export const subscribersTo = (producer: string, now: string): string =>
  `SELECT a.profile_id FROM access a WHERE a.producer_id = ${producer} AND ${paidNow(now)}`;

/**
 * Inserts the access that this transaction is about to pay for; `setTransfer` completes it. False
 * when the profile has the post already: waits for a concurrent purchase, so that only one of the
 * two pays.
 */
export const insertPurchase = async (
  tx: Database,
  access: { id: string; profileId: ProfileId; producerId: ProfileId; postId: PostId; now: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('access')
    .values({
      id: access.id,
      profile_id: access.profileId,
      kind: 'post',
      producer_id: access.producerId,
      post_id: access.postId,
      transfer_id: access.id,
      starts_at: access.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * The same for several posts that one transfer is about to pay for. Returns those that the profile
 * did not have; `setTransfer` with the ids of their access completes them.
 */
export const insertPurchases = async (
  tx: Database,
  access: {
    profileId: ProfileId;
    producerId: ProfileId;
    postIds: readonly PostId[];
    now: Date;
  },
): Promise<{ accessId: string; postId: PostId }[]> => {
  // In one order, so that two purchases of the same posts can't wait for each other.
  const rows = access.postIds.toSorted().map((postId) => ({ id: newId(), postId }));
  const inserted = await tx
    .insertInto('access')
    .values(
      rows.map(({ id, postId }) => ({
        id,
        profile_id: access.profileId,
        kind: 'post' as const,
        producer_id: access.producerId,
        post_id: postId,
        transfer_id: id,
        starts_at: access.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'post_id'])
    .execute();
  return inserted.map(({ id, post_id }) => ({ accessId: id, postId: post_id as PostId }));
};

/**
 * Records the transfer that paid. It is made after the access, so that no wallet is locked while
 * waiting for a concurrent purchase.
 */
export const setTransfer = async (
  tx: Database,
  accessIds: readonly string[],
  transferId: TransferId,
): Promise<void> => {
  await tx
    .updateTable('access')
    .set({ transfer_id: transferId })
    .where('id', 'in', accessIds)
    .execute();
};

/** Which posts the profile has because the transfer paid for them, the first bought first. */
export const postsPaidBy = async (
  db: Database,
  profileId: ProfileId,
  transferIds: readonly TransferId[],
): Promise<PostId[]> => {
  const { rows } = await sql<{ post_id: PostId }>`
    SELECT post_id FROM access WHERE kind = 'post' AND profile_id = ${profileId}::uuid
      AND transfer_id = ANY(${transferIds}::uuid[])
    ORDER BY starts_at, post_id`.execute(db);
  return rows.map(({ post_id }) => post_id);
};

/** The transfer that paid for the post, if the profile bought it. */
export const purchaseOf = async (
  db: Database,
  profileId: ProfileId,
  postId: PostId,
): Promise<TransferId | null> => {
  const row = await db
    .selectFrom('access')
    .select('transfer_id')
    .where('kind', '=', 'post')
    .where('profile_id', '=', profileId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return (row?.transfer_id as TransferId | undefined) ?? null;
};

/**
 * Deletes the access to posts that these transfers paid for, because they were reversed. Returns
 * whose it was.
 */
export const revokePurchases = async (
  tx: Database,
  transferIds: readonly TransferId[],
): Promise<ProfileId[]> => {
  if (transferIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('access')
    .where('kind', '=', 'post')
    .where('transfer_id', 'in', transferIds)
    .returning('profile_id')
    .execute();
  return rows.map(({ profile_id }) => profile_id as ProfileId);
};

/**
 * SQL that is true when `profile` has or had access to the content of `producer` for members; both
 * stand for ids.
 */
export const hasSubscribedTo = (producer: string, profile: string): string =>
  `EXISTS (SELECT FROM access a WHERE a.kind = 'subscription' AND a.profile_id = ${profile}
    AND a.producer_id = ${producer})`;

/** Whether the profile has or had access to the producer's content for members. */
export const hasSubscribed = async (
  db: Database,
  profileId: ProfileId,
  producerId: ProfileId,
): Promise<boolean> =>
  (await db
    .selectFrom('access')
    .select('id')
    .where('kind', '=', 'subscription')
    .where('profile_id', '=', profileId)
    .where('producer_id', '=', producerId)
    .executeTakeFirst()) !== undefined;

type Pair = { fanId: ProfileId; producerId: ProfileId };

/** Access to content for members: begins again after a gap, is prolonged without one. */
export const extendSubscription = async (
  tx: Database,
  {
    fanId,
    producerId,
    startsAt,
    endsAt,
    transferId,
  }: Pair & {
    startsAt: Date;
    endsAt: Date;
    /** What paid for it; null: a free trial. */
    transferId: TransferId | null;
  },
): Promise<void> => {
  await sql`
    INSERT INTO access AS a (id, profile_id, kind, producer_id, transfer_id, starts_at, expires_at)
    VALUES (${newId()}::uuid, ${fanId}::uuid, 'subscription', ${producerId}::uuid,
      ${transferId}::uuid, ${startsAt}, ${endsAt})
    ON CONFLICT (profile_id, producer_id) WHERE kind = 'subscription' DO UPDATE SET
      starts_at = CASE WHEN a.expires_at = excluded.starts_at THEN a.starts_at
        ELSE excluded.starts_at END,
      expires_at = excluded.expires_at, transfer_id = excluded.transfer_id`.execute(tx);
};

/** Access to content for members ends at the instant `until`. */
export const endSubscription = async (
  tx: Database,
  { fanId, producerId }: Pair,
  until: Date,
): Promise<void> => {
  await sql`UPDATE access SET expires_at = ${until} WHERE kind = 'subscription'
    AND profile_id = ${fanId}::uuid AND producer_id = ${producerId}::uuid`.execute(tx);
};

/**
 * SQL that selects `profile_id` of each profile with access to the producer's content, and since
 * when: `at`.
 */
export const subscribersOf = (producerId: ProfileId, now: Date): RawBuilder<unknown> =>
  sql`SELECT a.profile_id, a.starts_at AS at FROM access a WHERE a.kind = 'subscription'
    AND a.producer_id = ${producerId}::uuid
    AND a.starts_at <= ${now}::timestamptz AND (a.expires_at IS NULL
      OR a.expires_at > ${now}::timestamptz)`;

/** Number of profiles with paid access to the producer's content at the instant `now`. */
export const countSubscribers = async (db: Database, id: ProfileId, now: Date): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM access WHERE kind = 'subscription'
      AND producer_id = ${id}
      AND starts_at <= ${now}::timestamptz AND (expires_at IS NULL
        OR expires_at > ${now}::timestamptz)`.execute(db);
  return rows[0]?.total ?? 0;
};

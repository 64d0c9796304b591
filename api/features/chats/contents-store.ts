// SQL of the contents of messages: text and media that may be sent to many and sold, and who bought
// them.
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { MediaId, ProfileId, TransferId } from '@camarim/contract/ids';
import { MESSAGE_MAX, NAME_PLACEHOLDER } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { boughtBy, keepHeldCopy } from '../access/index.ts';
import { withheldInMessages } from '../verifications/index.ts';
import { hiddenFrom, requesterRows } from '../visibility/index.ts';

/**
 * SQL that selects `transfer_id`, `buyer_id` and the instant `at` of each purchase of the content,
 * by an order too.
 */
export const salesOfContent = (content: string): string =>
  `SELECT b.transfer_id, b.buyer_id, b.created_at AS at FROM message_purchases b
    WHERE b.content_id = ${content} AND b.transfer_id IS NOT NULL`;

export type NewContent = {
  id: MessageContentId;
  authorId: ProfileId;
  text: string;
  price: Centavos | null;
  lockText: boolean;
  /** In their order. */
  medias: readonly { id: MediaId; free: boolean }[];
  now: Date;
};

export const insertContent = async (tx: Database, content: NewContent): Promise<void> => {
  await tx
    .insertInto('message_contents')
    .values({
      id: content.id,
      author_id: content.authorId,
      text: content.text,
      price_centavos: content.price,
      text_locked: content.lockText,
      created_at: content.now,
    })
    .execute();
  await insertContentMedia(tx, content.id, content.medias);
};

/** Changes what it says and sells; null for `editedAt`: no receiver has it. */
export const replaceContent = async (
  tx: Database,
  id: MessageContentId,
  content: Pick<NewContent, 'text' | 'price' | 'lockText' | 'medias'> & { editedAt: Date | null },
): Promise<void> => {
  await keepHeldCopy(tx, 'messageContent', id);
  await tx
    .updateTable('message_contents')
    .set({
      text: content.text,
      price_centavos: content.price,
      text_locked: content.lockText,
      edited_at: content.editedAt,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('message_content_media').where('content_id', '=', id).execute();
  await insertContentMedia(tx, id, content.medias);
};

const insertContentMedia = async (
  tx: Database,
  id: MessageContentId,
  medias: NewContent['medias'],
): Promise<void> => {
  if (medias.length === 0) return;
  await tx
    .insertInto('message_content_media')
    .values(
      medias.map((media, position) => ({
        content_id: id,
        media_id: media.id,
        position,
        free: media.free,
      })),
    )
    .execute();
};

/** The media of it that cost something; none without a price. */
export const findPricedMedia = async (db: Database, id: MessageContentId): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT x.media_id AS id FROM message_content_media x
      JOIN message_contents c ON c.id = x.content_id AND c.price_centavos IS NOT NULL
    WHERE c.id = ${id}::uuid AND NOT x.free`.execute(db);
  return rows.map((row) => row.id);
};

/**
 * SQL of when the message was taken back, by itself or with its content: `message` and `content`
 * are rows. What the receiver bought stays with them when the content is taken back. A withheld
 * message is shown as one that was taken back.
 */
export const unsentAt = (
  message: string,
  content: string,
): string => `coalesce(${message}.unsent_at, CASE WHEN ${content}.unsent_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM message_purchases u WHERE u.content_id = ${content}.id AND u.buyer_id = ${message}.receiver_id) THEN ${content}.unsent_at END,
    (SELECT wh.withheld_at FROM withholdings wh WHERE wh.target_id IN (${message}.id, ${message}.content_id) AND wh.target_kind = 'message' AND wh.released_at IS NULL LIMIT 1))`;

/**
 * SQL of what the message says: `message` and `content` are rows. A mass message is one text for
 * all, so the name of its receiver is filled in where it is read; in SQL, because messages are also
 * searched and exported by it.
 */
export const textOf = (message: string, content: string): string =>
  `CASE WHEN ${message}.broadcast_id IS NULL THEN coalesce(${content}.text, ${message}.text)
    ELSE left(replace(${content}.text, '${NAME_PLACEHOLDER}', (SELECT n.display_name FROM profiles n WHERE n.id = ${message}.receiver_id)), ${MESSAGE_MAX}) END`;

/**
 * SQL that is true while messages need the media: a buyer has a content with it, or a message or
 * mass message that was not taken back has it, or an automation sends it.
 */
export const isNeededInMessages = (
  media: string,
): string => `(EXISTS (SELECT FROM message_content_media nx JOIN message_contents nc ON nc.id = nx.content_id WHERE nx.media_id = ${media}
      AND (EXISTS (SELECT FROM message_purchases nb WHERE nb.content_id = nc.id)
        OR nc.unsent_at IS NULL AND (EXISTS (SELECT FROM messages nm WHERE nm.content_id = nc.id AND nm.unsent_at IS NULL)
          OR EXISTS (SELECT FROM broadcasts ns WHERE ns.content_id = nc.id AND ns.state IN ('scheduled', 'sending')))))
  OR EXISTS (SELECT FROM automation_media ny JOIN automations na ON na.id = ny.automation_id AND na.deleted_at IS NULL WHERE ny.media_id = ${media}))`;

/** SQL that is true while a person has bought a content with the media. */
export const isBoughtInMessages = (media: string): string =>
  `EXISTS (SELECT FROM message_content_media bx
    JOIN message_purchases bp ON bp.content_id = bx.content_id WHERE bx.media_id = ${media})`;

/**
 * Media sent in messages stay in the vault of their author, so that no other deletion takes them:
 * the vault lets them go only when no message needs them.
 */
export const keepMedia = async (tx: Database, ids: readonly MediaId[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('media').set({ kept: true }).where('id', 'in', ids).execute();
};

export type LockedContent = {
  id: MessageContentId;
  author_id: ProfileId;
  price_centavos: Centavos | null;
  text_locked: boolean;
  unsent_at: Date | null;
};

/**
 * Locks the content against changes, or for one, until the transaction ends; messages with it can
 * be inserted. The order of locks: content, conversation, message.
 */
export const lockContent = async (
  tx: Database,
  id: MessageContentId,
  mode: 'share' | 'update',
): Promise<LockedContent> => {
  const { rows } = await sql<LockedContent>`
    SELECT id, author_id, price_centavos, text_locked, unsent_at FROM message_contents
      WHERE id = ${id}::uuid
    ${mode === 'share' ? sql`FOR SHARE` : sql`FOR NO KEY UPDATE`}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the content ${id} of a message does not exist`);
  return row;
};

export const setContentText = async (
  tx: Database,
  id: MessageContentId,
  text: string,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(tx, 'messageContent', id);
  await tx
    .updateTable('message_contents')
    .set({ text, edited_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
};

export const setContentUnsent = async (
  tx: Database,
  id: MessageContentId,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('message_contents')
    .set({ unsent_at: now })
    .where('id', '=', id)
    .where('unsent_at', 'is', null)
    .execute();
};

export const isContentSold = async (db: Database, id: MessageContentId): Promise<boolean> =>
  (await db
    .selectFrom('message_purchases')
    .select('id')
    .where('content_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type NewPurchase = {
  id: string;
  contentId: MessageContentId;
  buyerId: ProfileId;
  price: Centavos;
  share: Centavos;
  /** Media of it that the buyer owns otherwise, and does not pay for. */
  ownedMedia?: readonly MediaId[];
  now: Date;
};

/**
 * Inserts the purchase that this transaction is about to pay for; `setPurchaseTransfer` completes
 * it. False when the buyer has it already: waits for a concurrent purchase, so that only one of the
 * two pays.
 */
export const insertContentPurchase = async (
  tx: Database,
  purchase: NewPurchase,
): Promise<boolean> => {
  const row = await tx
    .insertInto('message_purchases')
    .values({
      id: purchase.id,
      content_id: purchase.contentId,
      buyer_id: purchase.buyerId,
      price_centavos: purchase.price,
      share_centavos: purchase.share,
      owned_media: [...(purchase.ownedMedia ?? [])],
      created_at: purchase.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const setPurchaseTransfer = async (
  tx: Database,
  id: string,
  transferId: TransferId,
): Promise<void> => {
  await tx
    .updateTable('message_purchases')
    .set({ transfer_id: transferId })
    .where('id', '=', id)
    .execute();
};

/** The content counts as bought by no profile any more. */
export const deletePurchasesOf = async (
  tx: Database,
  contentId: MessageContentId,
): Promise<void> => {
  await tx.deleteFrom('message_purchases').where('content_id', '=', contentId).execute();
};

/**
 * Purchases of one buyer from one seller wait for each other until the transaction ends: what is
 * owned already must not be sold by another purchase at the same moment.
 */
export const lockPurchases = async (
  tx: Database,
  buyerId: ProfileId,
  sellerId: ProfileId,
): Promise<void> => {
  await lockName(tx, `message purchases/${buyerId}/${sellerId}`);
};

/** The buyer's purchase of the content; null when they did not buy it. */
export const contentPurchaseOf = async (
  db: Database,
  contentId: MessageContentId,
  buyerId: ProfileId,
): Promise<{ transferId: TransferId | null } | null> => {
  const row = await db
    .selectFrom('message_purchases')
    .select('transfer_id')
    .where('content_id', '=', contentId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  return row ? { transferId: row.transfer_id as TransferId | null } : null;
};

/** A content, and who bought it. */
export type RevokedPurchase = { contentId: MessageContentId; buyerId: ProfileId };

/** Deletes what these transfers paid for, because they were reversed. Returns whose it was. */
export const revokeContentPurchases = async (
  tx: Database,
  transferIds: readonly TransferId[],
): Promise<RevokedPurchase[]> => {
  if (transferIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('message_purchases')
    .where('transfer_id', 'in', transferIds)
    .returning(['content_id', 'buyer_id'])
    .execute();
  return rows.map((row) => ({
    contentId: row.content_id as MessageContentId,
    buyerId: row.buyer_id as ProfileId,
  }));
};

/**
 * Which of the media each person owns: by a post or a message that they bought. What a purchase of
 * a message did not pay for, because it was owned, is owned by the other purchase only.
 */
export const ownedAmong = async (
  db: Database,
  pairs: readonly {
    profileId: ProfileId;
    mediaIds: readonly MediaId[];
    except: MessageContentId | null;
  }[],
): Promise<Set<MediaId>[]> => {
  const flat = pairs.flatMap(({ profileId, mediaIds, except }, n) =>
    mediaIds.map((mediaId) => ({ n, profileId, mediaId, except })),
  );
  const owned = pairs.map(() => new Set<MediaId>());
  if (flat.length === 0) return owned;
  const { rows } = await sql<{ n: number; media_id: MediaId }>`
    SELECT w.n, w.media_id
    FROM unnest(${flat.map(({ n }) => n)}::int[], ${flat.map(({ profileId }) => profileId)}::uuid[],
      ${flat.map(({ mediaId }) => mediaId)}::uuid[],
        ${flat.map(({ except }) => except)}::uuid[]) w (n, profile_id, media_id, except_id)
    WHERE EXISTS (SELECT FROM post_media pm WHERE pm.media_id = w.media_id
      AND ${sql.raw(boughtBy('pm.post_id', 'w.profile_id'))})
      OR EXISTS (SELECT FROM message_content_media x
        JOIN message_purchases b ON b.content_id = x.content_id
        WHERE x.media_id = w.media_id AND b.buyer_id = w.profile_id
          AND x.content_id IS DISTINCT FROM w.except_id
          AND x.media_id <> ALL(b.owned_media))`.execute(db);
  for (const { n, media_id } of rows) owned[n]?.add(media_id);
  return owned;
};

/** How a person stands to a media through messages: bought, shown for free, or locked. */
export type MediaInMessages = { bought: boolean; free: boolean };

/**
 * Null when the media is in no message to the person. What was not paid for is shown as long as the
 * two see each other.
 */
export const findMediaInMessages = async (
  db: Database,
  mediaId: MediaId,
  requester: Requester,
): Promise<MediaInMessages | null> => {
  const { profileId } = requester;
  const { rows } = await sql<MediaInMessages>`
    SELECT bool_or(EXISTS (SELECT FROM message_purchases b WHERE b.content_id = c.id
      AND b.buyer_id = ${profileId}::uuid
        AND (x.free OR x.media_id <> ALL(b.owned_media)))) AS bought,
      bool_or(c.unsent_at IS NULL AND (x.free OR c.price_centavos IS NULL)) AS free
    FROM message_content_media x JOIN message_contents c ON c.id = x.content_id
      CROSS JOIN ${requesterRows([requester])}
    WHERE x.media_id = ${mediaId}::uuid AND NOT ${sql.raw(withheldInMessages('x.media_id'))}
      AND (EXISTS (SELECT FROM messages m WHERE m.content_id = c.id
        AND m.receiver_id = ${profileId}::uuid AND m.unsent_at IS NULL AND c.unsent_at IS NULL)
          AND NOT ${sql.raw(hiddenFrom('c.author_id'))}
        OR EXISTS (SELECT FROM message_purchases b WHERE b.content_id = c.id
          AND b.buyer_id = ${profileId}::uuid))
    HAVING count(*) > 0`.execute(db);
  return rows[0] ?? null;
};

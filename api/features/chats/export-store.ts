// What an archive of personal data holds of conversations: their state, messages, purchases,
// options.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import { automationFilesOf } from './automations/export-store.ts';
import { textOf, unsentAt } from './contents-store.ts';

/**
 * Messages of both, because a person may read what was written to them; locked text is left out.
 */
export const exportChatsOf = (ctx: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('chats/chats.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT chat_id AS id, other_id AS "withProfileId", unread_messages AS "unreadMessages",
      last_message_at AS "lastMessageAt", muted_at AS "mutedAt"
      FROM chat_members WHERE profile_id = ${profileId}::uuid AND chat_id > ${after}::uuid
        ORDER BY chat_id LIMIT ${limit}`.execute(ctx.db),
  ),
  tableFile('chats/messages.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT m.id, m.chat_id AS "chatId", m.sender_id AS "senderId", m.receiver_id AS "receiverId",
      m.writer, m.writer_name AS "writerName",
        CASE WHEN m.sender_id = ${profileId}::uuid OR ${sql.raw(unsentAt('m', 'c'))} IS NULL
          AND (NOT coalesce(c.text_locked, false)
          OR b.id IS NOT NULL) THEN ${sql.raw(textOf('m', 'c'))} END AS text,
        ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = c.id
          AND m.sender_id = ${profileId}::uuid ORDER BY x.position) AS "mediaIds",
        CASE WHEN c.price_centavos IS NOT NULL THEN coalesce(m.price_centavos,
          c.price_centavos) END AS "priceCentavos", m.fee_centavos AS "feeCentavos",
          m.show_type AS "showType", m.reply_to_id AS "replyToId",
        (SELECT e.emoji FROM message_reactions e WHERE e.message_id = m.id
          AND e.profile_id = ${profileId}::uuid) AS reaction,
        m.created_at AS "createdAt", m.edited_at AS "editedAt",
          ${sql.raw(unsentAt('m', 'c'))} AS "unsentAt", m.pinned_at AS "pinnedAt"
      FROM messages m LEFT JOIN message_contents c ON c.id = m.content_id
        LEFT JOIN message_purchases b ON b.content_id = c.id AND b.buyer_id = ${profileId}::uuid
      WHERE m.chat_id IN (SELECT chat_id FROM chat_members WHERE profile_id = ${profileId}::uuid)
        AND m.id > ${after}::uuid
      ORDER BY m.id LIMIT ${limit}`.execute(ctx.db),
  ),
  tableFile('chats/mass-messages.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT b.id, c.text, c.price_centavos AS "priceCentavos", b.prices, b.selection, b.state,
      b.send_at AS "sendAt", b.created_at AS "createdAt", b.finished_at AS "finishedAt",
        ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = c.id
          ORDER BY x.position) AS "mediaIds", b.receivers
      FROM broadcasts b JOIN message_contents c ON c.id = b.content_id
        WHERE b.sender_id = ${profileId}::uuid AND b.id > ${after}::uuid ORDER BY b.id
        LIMIT ${limit}`.execute(ctx.db),
  ),
  tableFile('chats/purchases.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, content_id AS "contentId", price_centavos AS "priceCentavos",
      transfer_id AS "transferId", created_at AS "createdAt"
      FROM message_purchases WHERE buyer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(ctx.db),
  ),
  tableFile('chats/options.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT profile_id AS id, audience, only_tipped AS "onlyTipped",
      members_free AS "membersFree", price_centavos AS "priceCentavos",
      free_list_id AS "freeListId",
        blocked_words AS "blockedWords", updated_at AS "updatedAt"
      FROM chat_options WHERE profile_id = ${profileId}::uuid AND profile_id > ${after}::uuid
        LIMIT ${limit}`.execute(ctx.db),
  ),
  ...automationFilesOf(ctx, profileId),
];

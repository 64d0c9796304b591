// What an archive of personal data holds of conversations.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportChatsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('chats/chats.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT chat_id AS id, other_id AS "withProfileId", unread_messages AS "unreadMessages", last_message AS "lastMessage", last_message_at AS "lastMessageAt"
      FROM chat_members WHERE profile_id = ${profileId}::uuid AND chat_id > ${after}::uuid ORDER BY chat_id LIMIT ${limit}`.execute(
      db,
    ),
  ),
];

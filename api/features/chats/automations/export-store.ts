// What an archive of personal data holds of automations, what they sent, and saved replies.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../../platform/archive/archive.ts';
import type { Ctx } from '../../../context.ts';

/**
 * The log of the person's own rules, and what rules of other people sent to them. Why another
 * person's rule sent nothing may be a block, so it is left out.
 */
export const automationFilesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('chats/automations.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT a.id, a.trigger, a.period, a.repeats, a.delay_minutes AS "delayMinutes", a.text,
      a.price_centavos AS "priceCentavos", a.list_id AS "listId", a.enabled,
        ARRAY(SELECT m.media_id FROM automation_media m WHERE m.automation_id = a.id
          ORDER BY m.position) AS "mediaIds",
        a.created_at AS "createdAt", a.updated_at AS "updatedAt", a.deleted_at AS "deletedAt"
      FROM automations a WHERE a.producer_id = ${profileId}::uuid AND a.id > ${after}::uuid
        ORDER BY a.id LIMIT ${limit}`.execute(db),
  ),
  tableFile('chats/automatic-messages.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, automation_id AS "automationId", producer_id AS "producerId",
      profile_id AS "receiverId", trigger, created_at AS "createdAt", due_at AS "dueAt",
        decided_at AS "decidedAt", message_id AS "messageId", skipped
      FROM automatic_messages WHERE (producer_id = ${profileId}::uuid
        OR profile_id = ${profileId}::uuid AND message_id IS NOT NULL)
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('chats/replies.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, title, text, created_at AS "createdAt", updated_at AS "updatedAt"
      FROM saved_replies WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];

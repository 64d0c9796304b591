// SQL of messages that are sent by rule: the due ones, with their outcome.
import type { AutomationId, AutomationTrigger } from '@camarim/contract/features/chats/automations';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { DB, Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';
import type { Position } from '../../../platform/http/cursor.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { isHidden, requesterRow } from '../../profiles/index.ts';

/** The job whose failing items wait for their own next attempt. */
export const SEND_JOB = 'chats.sendAutomatic';

/** Why a message was not sent. `stopped`: its rule was switched off or deleted before. */
export type SkipReason = NonNullable<DB['automatic_messages']['skipped']>;

/** What happened between a producer and a person. */
export type FanEvent = { trigger: AutomationTrigger; producerId: ProfileId; profileId: ProfileId };

/**
 * Writes down that the pair's welcome message is due. Null when it was sent or waits already; one
 * that was not sent is due again.
 */
export const insertWelcome = async (
  db: Database,
  event: FanEvent,
  now: Date,
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO automatic_messages (id, producer_id, profile_id, trigger, created_at, due_at)
    VALUES (${newId()}::uuid, ${event.producerId}::uuid, ${event.profileId}::uuid, ${event.trigger},
      ${now}, ${now})
    ON CONFLICT (producer_id, profile_id) WHERE automation_id IS NULL
      DO UPDATE SET trigger = excluded.trigger, due_at = excluded.due_at, decided_at = NULL,
      skipped = NULL
      WHERE automatic_messages.skipped IS NOT NULL
    RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
};

/**
 * Writes down what is due because of the event by the producer's automations; once for each of them
 * and the pair. Returns what is new.
 */
export const insertReported = async (
  db: Database,
  event: FanEvent,
  now: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO automatic_messages (id, producer_id, profile_id, trigger, created_at, due_at,
      automation_id)
    SELECT uuidv7(), a.producer_id, ${event.profileId}::uuid, a.trigger, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(mins => a.delay_minutes), a.id
    FROM automations a WHERE a.producer_id = ${event.producerId}::uuid
      AND a.trigger = ${event.trigger} AND a.enabled AND a.deleted_at IS NULL
    ORDER BY a.created_at, a.id
    ON CONFLICT (automation_id, profile_id, event_key) WHERE automation_id IS NOT NULL DO NOTHING
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
};

/** The automation or welcome message that sends it is in review, so it waits. */
const IN_REVIEW = sql`(EXISTS (SELECT FROM automations a
  WHERE a.id = automatic_messages.automation_id AND a.held_at IS NOT NULL AND a.enabled
  AND a.deleted_at IS NULL)
  OR automatic_messages.automation_id IS NULL AND EXISTS (SELECT FROM welcome_messages w
    WHERE w.profile_id = automatic_messages.producer_id AND w.held_at IS NOT NULL))`;

/** Locks the first messages that are due and not in review. */
export const listDueMessages = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM automatic_messages WHERE decided_at IS NULL AND due_at <= ${now}::timestamptz
      AND NOT ${IN_REVIEW}
      AND ${notPostponed(SEND_JOB, sql.ref('automatic_messages.id'), now)} ORDER BY due_at, id
        LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** `automationId`: null for the welcome message. */
export type DueMessage = FanEvent & { id: string; automationId: AutomationId | null };

/** Locks one that is due; null when it is not any more, or another process has it. */
export const lockDueMessage = async (
  tx: Database,
  id: string,
  now: Date,
): Promise<DueMessage | null> => {
  const { rows } = await sql<DueMessage>`
    SELECT id, producer_id AS "producerId", profile_id AS "profileId", trigger,
      automation_id AS "automationId"
    FROM automatic_messages WHERE id = ${id}::uuid AND decided_at IS NULL
      AND due_at <= ${now}::timestamptz
    FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0] ?? null;
};

/** Records the outcome. */
export const recordOutcome = async (
  tx: Database,
  id: string,
  outcome: { messageId: MessageId } | { skipped: SkipReason },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('automatic_messages')
    .set({
      decided_at: now,
      ...('messageId' in outcome ? { message_id: outcome.messageId } : outcome),
    })
    .where('id', '=', id)
    .execute();
};

/** Deletes the automatic messages from and to the profile. */
export const deleteAutomaticMessagesOf = async (
  tx: Database,
  profileId: ProfileId,
): Promise<void> => {
  await tx
    .deleteFrom('automatic_messages')
    .where((eb) => eb.or([eb('producer_id', '=', profileId), eb('profile_id', '=', profileId)]))
    .execute();
};

export type LogRow = {
  id: string;
  automation_id: AutomationId | null;
  trigger: AutomationTrigger;
  profile_id: ProfileId;
  /** The person is hidden from the producer. */
  hidden: boolean;
  message_id: MessageId | null;
  skipped: SkipReason | null;
  created_at: Date;
  due_at: Date;
  decided_at: Date | null;
};

/** The producer's log, newest first. */
export const listLog = async (
  db: Database,
  viewer: Viewer,
  {
    automationId,
    before,
    limit,
  }: { automationId: AutomationId | null; before: Position<string> | null; limit: number },
): Promise<LogRow[]> => {
  const { rows } = await sql<LogRow>`
    SELECT s.id, s.automation_id, s.trigger, s.profile_id, ${isHidden('s.profile_id')} AS hidden,
      s.message_id, s.skipped, s.created_at, s.due_at, s.decided_at
    FROM automatic_messages s CROSS JOIN ${requesterRow(viewer)}
    WHERE s.producer_id = v.id ${automationId === null ? sql`` : sql`AND s.automation_id = ${automationId}::uuid`}
      ${
        before === null
          ? sql``
          : sql`AND (s.created_at, s.id) < (${before.at}::timestamptz,
        ${before.id}::uuid)`
      }
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

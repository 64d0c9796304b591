// SQL of a producer's automations and their media.
import type { AutomationId, AutomationTrigger } from '@camarim/contract/features/chats/automations';
import type { ListId } from '@camarim/contract/features/lists';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** What a rule says, in the words of the database. */
export type Rule = {
  trigger: AutomationTrigger;
  period: number | null;
  repeats: boolean;
  delay_minutes: number;
  text: string;
  price_centavos: Centavos | null;
  /** Only its people get the message; null: all whom it is about. */
  list_id: ListId | null;
  enabled: boolean;
};

export type RuleRow = Rule & {
  id: AutomationId;
  producer_id: ProfileId;
  /** In their order. */
  media_ids: MediaId[];
  free_ids: MediaId[];
  sent: number;
  /** Since when it is in review. */
  held_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const RULES = sql`SELECT a.id, a.producer_id, a.trigger, a.period, a.repeats, a.delay_minutes,
  a.text, a.price_centavos, a.list_id, a.enabled, a.held_at, a.created_at, a.updated_at,
    ARRAY(SELECT m.media_id FROM automation_media m WHERE m.automation_id = a.id
      ORDER BY m.position) AS media_ids,
    ARRAY(SELECT m.media_id FROM automation_media m WHERE m.automation_id = a.id AND m.free
      ORDER BY m.position) AS free_ids,
    (SELECT count(*)::integer FROM automatic_messages s WHERE s.automation_id = a.id
      AND s.message_id IS NOT NULL) AS sent
  FROM automations a`;

/** Null for one that is deleted. */
export const findRule = async (db: Database, id: AutomationId): Promise<RuleRow | null> => {
  const { rows } =
    await sql<RuleRow>`${RULES} WHERE a.id = ${id}::uuid AND a.deleted_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/** Locks it for update; null for one that is deleted. */
export const lockRule = async (tx: Database, id: AutomationId): Promise<RuleRow | null> => {
  await tx.selectFrom('automations').select('id').where('id', '=', id).forUpdate().execute();
  return findRule(tx, id);
};

/** Null: it is no longer in review. */
export const setRuleInReview = async (
  tx: Database,
  id: AutomationId,
  at: Date | null,
): Promise<void> => {
  await tx.updateTable('automations').set({ held_at: at }).where('id', '=', id).execute();
};

/** Newest first. */
export const rulesOf = async (
  db: Database,
  producerId: ProfileId,
  limit: number,
): Promise<RuleRow[]> => {
  const { rows } = await sql<RuleRow>`${RULES}
    WHERE a.producer_id = ${producerId}::uuid AND a.deleted_at IS NULL ORDER BY a.created_at DESC,
      a.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/** False when the producer has `max` already. Their profile is locked, so that two calls count. */
export const insertRule = async (
  tx: Database,
  rule: Rule & { id: AutomationId; producerId: ProfileId; now: Date },
  max: number,
): Promise<boolean> => {
  const { id, producerId, now, ...said } = rule;
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', producerId)
    .forNoKeyUpdate()
    .execute();
  if ((await rulesOf(tx, producerId, max)).length === max) return false;
  const times = { created_at: now, updated_at: now, counts_from: now, looked_at: now };
  await tx
    .insertInto('automations')
    .values({ id, producer_id: producerId, ...said, ...times })
    .execute();
  return true;
};

/** One that is switched on, or is about something else, counts events from now on. */
export const updateRule = async (
  tx: Database,
  id: AutomationId,
  rule: Rule,
  now: Date,
): Promise<void> => {
  await sql`UPDATE automations SET
      counts_from = CASE WHEN enabled AND (trigger, period,
        repeats) IS NOT DISTINCT FROM (${rule.trigger}::text, ${rule.period}::int,
        ${rule.repeats}::bool) THEN counts_from ELSE ${now} END,
      trigger = ${rule.trigger}, period = ${rule.period}, repeats = ${rule.repeats},
        delay_minutes = ${rule.delay_minutes}, text = ${rule.text},
      price_centavos = ${rule.price_centavos}, list_id = ${rule.list_id}::uuid,
        enabled = ${rule.enabled}, updated_at = ${now}
    WHERE id = ${id}::uuid`.execute(tx);
};

export const setRuleMedia = async (
  tx: Database,
  id: AutomationId,
  medias: readonly { id: MediaId; free: boolean }[],
): Promise<void> => {
  await tx.deleteFrom('automation_media').where('automation_id', '=', id).execute();
  if (medias.length === 0) return;
  await tx
    .insertInto('automation_media')
    .values(
      medias.map((media, position) => ({
        automation_id: id,
        media_id: media.id,
        position,
        free: media.free,
      })),
    )
    .execute();
};

export const markRuleDeleted = async (db: Database, id: AutomationId, now: Date): Promise<void> => {
  await db
    .updateTable('automations')
    .set({ deleted_at: now, enabled: false })
    .where('id', '=', id)
    .execute();
};

/** Deletes the rules with their log. */
export const deleteRulesOf = async (tx: Database, producerId: ProfileId): Promise<void> => {
  await tx.deleteFrom('automations').where('producer_id', '=', producerId).execute();
};

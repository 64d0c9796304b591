// SQL that finds events between producers and their fans, for rules about time and money. It polls
// existing tables, so that other features need not publish events.
import type { AutomationId, AutomationTrigger } from '@camarim/contract/features/chats/automations';
import { SAO_PAULO } from '@camarim/contract/time';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';
import { boughtBefore, purchasesSince } from '../../access/index.ts';

/** Under this name failing rules are stored with the time of their next attempt. */
export const FIND_EVENTS_JOB = 'chats.lookForEvents';

/** Triggers whose events are polled; the others are reported by jobs. */
type PolledTrigger = Exclude<AutomationTrigger, 'follow' | 'firstSubscription'>;

// Rows that are committed late have an earlier time than rows that were seen: each poll goes back.
const LATE = `interval '15 minutes'`;
// A renewal that failed is tried again for days after the end of the paid time.
const LATE_RENEWAL = `interval '7 days'`;

/**
 * Selects `profile_id`, `key` and `at` of events after `k.since`; `a` is the rule, `k.now` the
 * instant.
 */
const EVENTS: Record<PolledTrigger, string> = {
  renewal: `SELECT s.fan_id AS profile_id, p.id::text AS key, p.created_at AS at
    FROM subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id
      AND s.producer_id = a.producer_id
    WHERE p.created_at > k.since - ${LATE} AND p.transfer_id IS NOT NULL
      AND EXISTS (SELECT FROM subscription_periods q WHERE q.subscription_id = p.subscription_id
        AND q.id <> p.id AND upper(q.during) BETWEEN lower(p.during) - ${LATE_RENEWAL}
        AND lower(p.during))`,
  expiry: `SELECT s.fan_id, s.paid_until::text, s.paid_until FROM subscriptions s
    WHERE s.producer_id = a.producer_id AND s.paid_until > k.since - ${LATE_RENEWAL}
      AND s.paid_until <= k.now AND s.renew_at IS NULL AND s.paid_until > s.created_at`,
  firstPurchase: `SELECT b.profile_id, 'first', min(b.at) FROM (
      ${purchasesSince('a.producer_id', `k.since - ${LATE}`)}
      UNION ALL SELECT b.buyer_id, b.created_at FROM message_contents c
        JOIN message_purchases b ON b.content_id = c.id AND b.transfer_id IS NOT NULL
        WHERE c.author_id = a.producer_id AND b.created_at > k.since - ${LATE}
    ) b (profile_id, at)
    WHERE NOT ${boughtBefore('a.producer_id', 'b.profile_id', 'b.at')}
      AND NOT EXISTS (SELECT FROM message_purchases o JOIN message_contents c ON c.id = o.content_id
        AND c.author_id = a.producer_id
        WHERE o.buyer_id = b.profile_id AND o.transfer_id IS NOT NULL AND o.created_at < b.at)
    GROUP BY b.profile_id`,
  birthday: `SELECT s.fan_id, n::text, y.at FROM subscriptions s
      CROSS JOIN LATERAL generate_series(a.period, CASE WHEN a.repeats THEN greatest(a.period, 240)
        ELSE a.period END, a.period) n
      CROSS JOIN LATERAL (SELECT ((s.created_at AT TIME ZONE '${SAO_PAULO}') + make_interval(months => n)) AT TIME ZONE '${SAO_PAULO}' AS at) y
    WHERE s.producer_id = a.producer_id AND s.paid_until > k.now
      AND y.at > k.since - ${LATE} AND y.at <= k.now`,
  silence: `SELECT m.other_id, l.id::text, l.created_at + make_interval(days => a.period)
    FROM chat_members m
      CROSS JOIN LATERAL (SELECT w.id, w.created_at FROM messages w WHERE w.chat_id = m.chat_id
        AND w.sender_id = m.other_id AND w.writer = 'person'
        ORDER BY w.seq DESC LIMIT 1) l
    WHERE m.profile_id = a.producer_id
      AND m.last_message_at > k.since - ${LATE} - make_interval(days => a.period)
      AND l.created_at + make_interval(days => a.period) > k.since - ${LATE}
        AND l.created_at + make_interval(days => a.period) <= k.now`,
};

/** Birthdays and silences are days and months, and cost a pass over all fans. */
const RARE: readonly AutomationTrigger[] = ['birthday', 'silence'];

export type RuleToPoll = { id: AutomationId; trigger: PolledTrigger };

/** Rules whose events are polled next, the longest waiting first. */
export const listRulesToPoll = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<RuleToPoll[]> => {
  const { rows } = await sql<RuleToPoll>`
    SELECT a.id, a.trigger FROM automations a
    WHERE a.enabled AND a.deleted_at IS NULL
      AND a.trigger <> ALL (ARRAY['follow', 'firstSubscription'])
      AND a.looked_at <= ${now}::timestamptz - CASE WHEN a.trigger = ANY (${RARE}::text[]) THEN interval '1 hour'
        ELSE interval '1 minute' END
      AND ${notPostponed(FIND_EVENTS_JOB, sql.ref('a.id'), now)}
    ORDER BY a.looked_at, a.id LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * Inserts the messages that are due because of the rule's new events; existing ones stay as they
 * are.
 */
export const insertDueMessages = async (
  tx: Database,
  { id, trigger }: RuleToPoll,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO automatic_messages (id, producer_id, profile_id, trigger, created_at, due_at,
      automation_id, event_key)
    SELECT uuidv7(), a.producer_id, e.profile_id, a.trigger, k.now,
      e.at + make_interval(mins => a.delay_minutes), a.id, e.key
    FROM automations a CROSS JOIN LATERAL (SELECT ${now}::timestamptz AS now,
      a.looked_at AS since) k
      CROSS JOIN LATERAL (${sql.raw(EVENTS[trigger])}) e (profile_id, key, at)
    WHERE a.id = ${id}::uuid AND a.enabled AND a.deleted_at IS NULL AND e.at > a.counts_from
    ORDER BY e.at, e.profile_id
    ON CONFLICT (automation_id, profile_id, event_key) WHERE automation_id IS NOT NULL
      DO NOTHING`.execute(tx);
  await tx.updateTable('automations').set({ looked_at: now }).where('id', '=', id).execute();
};

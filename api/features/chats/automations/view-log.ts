// The log of messages that were sent by rule, and of those that were not.
import type { Routes } from '@camarim/contract';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { cursorOf, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import { listLog, type LogRow } from './store.ts';

type Entry = DataInput<Routes['GET /chats/automations/log']>[number];

const stateOf = ({ decided_at: decidedAt, skipped }: LogRow): Entry['state'] => {
  if (decidedAt === null) return 'waiting';
  return skipped === null ? 'sent' : 'skipped';
};

/** One page; `cursor` begins the next one, null at the end. Hidden people are not named. */
export const viewLog = async (
  ctx: Ctx,
  viewer: ProducerViewer,
  { limit, before, automationId }: QueryOf<Routes['GET /chats/automations/log']>,
): Promise<{ data: Entry[]; cursor: string | null }> => {
  // One more row than requested shows whether a next page exists.
  const found = await listLog(ctx.db, viewer, {
    automationId: automationId ?? null,
    before: readCursor(before),
    limit: limit + 1,
  });
  const { page, cursor } = pageOf(found, limit, ({ created_at: at, id }) => cursorOf({ at, id }));
  const people = await summarise(
    ctx,
    page.flatMap(({ profile_id, hidden }) => (hidden ? [] : [profile_id])),
  );
  return {
    data: page.map((row) => ({
      id: row.id,
      automationId: row.automation_id,
      trigger: row.trigger,
      profile: people.get(row.profile_id) ?? null,
      state: stateOf(row),
      reason: row.skipped,
      messageId: row.message_id,
      dueAt: row.due_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
    cursor,
  };
};

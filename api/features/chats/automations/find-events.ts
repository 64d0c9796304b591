// Finds the events that trigger automations: renewals, ends, purchases, birthdays, silences.
import { transaction } from '../../../platform/database/transaction.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../context.ts';
import { insertDueMessages, listRulesToPoll, FIND_EVENTS_JOB } from './events-store.ts';

const BATCH = 50;

/**
 * Inserts the messages that are due because of new events. The time up to which a rule was polled
 * is stored in the same transaction, so that a process that dies repeats the poll, and no event
 * triggers twice.
 */
export const lookForEvents = (ctx: Ctx, signal?: AbortSignal): Promise<void> =>
  drainDue(
    ctx,
    {
      job: FIND_EVENTS_JOB,
      batch: BATCH,
      take: (now) => listRulesToPoll(ctx.db, now, BATCH),
      idOf: ({ id }) => id,
      signal,
    },
    (rule) => transaction(ctx.db, (tx) => insertDueMessages(tx, rule, ctx.clock.now())),
  );

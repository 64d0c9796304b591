// Looking for what happened that automations answer: renewals, ends, purchases, birthdays, silences.
import { transaction } from '../../../platform/database/transaction.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../context.ts';
import { insertFound, listRulesToLookAt, LOOK_JOB } from './events-store.ts';

const BATCH = 50;

/**
 * Writes down what is due because of all new events. Up to where a rule was looked at is stored with
 * what was found, so that a process that dies repeats the look, and no event is answered twice.
 */
export const lookForEvents = (ctx: Ctx, signal?: AbortSignal): Promise<void> =>
  drainDue(
    ctx,
    {
      job: LOOK_JOB,
      batch: BATCH,
      take: (now) => listRulesToLookAt(ctx.db, now, BATCH),
      idOf: ({ id }) => id,
      signal,
    },
    (rule) => transaction(ctx.db, (tx) => insertFound(tx, rule, ctx.clock.now())),
  );

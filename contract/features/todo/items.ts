// /dsb/todo: the open work of all queues in one list, by the time until which it is due: claimed,
// assigned and put off.
import { z } from 'zod';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';
import { OPEN_WORK } from '../dsb.ts';
import { profileSummarySchema } from '../profiles.ts';

/** The longest time for which an item is put off. */
export const SNOOZE_DAYS_MAX = 30;
const TODO_PAGE = 40;

const kind = z.enum(OPEN_WORK);

const todoItemSchema = z
  .object({
    kind,
    id: z.string().meta({ description: 'by which it is decided' }),
    since: instant,
    dueAt: instant,
    hasDeadline: z.boolean().meta({
      description:
        'whether dueAt is a deadline of the case itself, such as that of a law, beyond which it is not put off; false: the usual time of its kind',
    }),
    about: profileSummarySchema.nullable().meta({ description: 'the person whom it is about' }),
    assignee: profileSummarySchema.nullable(),
    claim: z
      .object({
        by: profileSummarySchema,
        until: instant.meta({ description: 'when it ends by itself' }),
        mine: z.boolean(),
      })
      .nullable(),
    snoozedUntil: instant.nullable(),
  })
  .meta({ id: 'TodoItem' });

const params = z.object({ kind, id: z.string().min(1).max(64) });

export const todoRoutes = {
  'GET /dsb/todo': route({
    id: 'dsb.todo',
    summary:
      'Open work that I may decide, the earliest due first; without what is put off and what is about me',
    auth: 'admin',
    right: 'todo.decide',
    query: z.object({
      kind: kind.optional(),
      whose: z
        .enum(['all', 'mine', 'unassigned', 'claimed'])
        .default('all')
        .meta({ description: 'mine: assigned to me, or claimed by me; claimed: by any person' }),
      snoozed: z.stringbool().default(false).meta({ description: 'only what is put off' }),
      limit: z.coerce.number().int().min(1).max(100).default(TODO_PAGE),
      cursor: z
        .string()
        .regex(/^\d{1,16}\.[A-Za-z]{1,30}\.[\w-]{1,64}$/)
        .optional(),
    }),
    reply: z.object({
      items: z.array(todoItemSchema).max(100),
      cursor: z.string().nullable(),
      counts: z
        .array(z.object({ kind, waiting: z.int(), late: z.int() }))
        .max(OPEN_WORK.length)
        .meta({ description: 'of the kinds that I may decide, without what is put off' }),
    }),
    perMinute: 240,
  }),
  'POST /dsb/todo/{kind}/{id}/claim': route({
    id: 'dsb.claimTodo',
    summary:
      'Claims an item: until the claim ends, only its holder decides it. A claim of one’s own starts again',
    auth: 'admin',
    right: 'todo.decide',
    params,
    reply: todoItemSchema,
    errors: ['todo.notFound', 'decision.claimed', 'auth.rightMissing'],
    perMinute: 240,
  }),
  'DELETE /dsb/todo/{kind}/{id}/claim': route({
    id: 'dsb.releaseTodo',
    summary: 'Ends my claim',
    auth: 'admin',
    right: 'todo.decide',
    params,
    reply: todoItemSchema,
    errors: ['todo.notFound', 'auth.rightMissing'],
    perMinute: 240,
  }),
  'PUT /dsb/todo/{kind}/{id}/assignee': route({
    id: 'dsb.assignTodo',
    summary: 'Assigns an item to a person of the team who may decide it, or to no one',
    auth: 'admin',
    right: 'todo.decide',
    params,
    body: z.object({ profileId: id('profile').nullable() }),
    example: { profileId: null },
    reply: todoItemSchema,
    errors: ['todo.notFound', 'todo.notAssignable', 'auth.rightMissing'],
    perMinute: 240,
  }),
  'PUT /dsb/todo/{kind}/{id}/snooze': route({
    id: 'dsb.snoozeTodo',
    summary:
      'Puts an item off until an instant, at the latest its deadline, or takes it back; its due time stays',
    auth: 'admin',
    right: 'todo.decide',
    params,
    body: z.object({ until: instant.nullable() }),
    example: { until: null },
    reply: todoItemSchema,
    errors: ['todo.notFound', 'todo.beyondDeadline', 'decision.claimed', 'auth.rightMissing'],
    perMinute: 240,
  }),
};

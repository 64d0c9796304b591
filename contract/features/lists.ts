// /lists: people of a producer, chosen by hand or by a rule, and how many a selection of them has.
import { z } from 'zod';
import type { Id } from '../ids.ts';
import {
  LIST_CHANGES_MAX,
  LIST_MEMBERS_PAGE,
  LIST_NAME_MAX,
  LISTS_MAX,
  PLACE_GROUP_MIN,
  SELECTION_MAX,
} from '../limits.ts';
import { route } from '../route.ts';
import { amountSchema, id, instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

export type ListId = Id<'list'>;

const LONGEST_DAYS = 3_650;

/** Rules without a value of their own. */
const PLAIN = {
  everyone:
    'all people to whom the producer may write: followers, present and former subscribers, buyers, and who wrote to them',
  followers: 'who follows the producer',
  subscribers: 'who has paid access now',
  expired: 'who had paid access, and has none now',
  renewalOff: 'who has paid access that will not be renewed',
  neverBought: 'who bought neither a post nor the media of a message',
  online: 'who is online now',
  newThisWeek: 'who began to follow or to subscribe within 7 days',
} as const;

const plain = <Kind extends keyof typeof PLAIN>(kind: Kind) =>
  z.object({ kind: z.literal(kind) }).meta({ description: PLAIN[kind] });

/**
 * The people of a smart list. It is evaluated when it is used, so that people come and go by
 * themselves; people from whom the producer is hidden are in none.
 */
const listRuleSchema = z
  .discriminatedUnion('kind', [
    plain('everyone'),
    plain('followers'),
    plain('subscribers'),
    plain('expired'),
    plain('renewalOff'),
    plain('neverBought'),
    plain('online'),
    plain('newThisWeek'),
    z
      .object({
        kind: z.literal('tippers'),
        amount: amountSchema(),
        days: z.int().min(1).max(LONGEST_DAYS),
      })
      .meta({ description: 'whose tips of the last days add up to at least the amount' }),
    z
      .object({ kind: z.literal('buyersOfPost'), id: id('post') })
      .meta({ description: 'who bought this post of the producer, also in a collection' }),
    z
      .object({ kind: z.literal('buyersOfCollection'), id: id('collection') })
      .meta({ description: 'who bought this collection of the producer' }),
    z.object({ kind: z.literal('buyersOfMessage'), id: id('message') }).meta({
      description: 'who bought the media of this message or mass message of the producer',
    }),
    z
      .object({
        kind: z.literal('place'),
        country: z.string().regex(/^[A-Z]{2}$/),
        state: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .optional()
          .meta({ description: 'of Brazil' }),
      })
      .meta({ description: 'whose address is in the country or state' }),
  ])
  .meta({ id: 'ListRule' });
export type ListRule = z.output<typeof listRuleSchema>;

/** A saved list, or a rule by itself. */
export const selectionPartSchema = z
  .union([z.object({ kind: z.literal('list'), id: id('list') }), listRuleSchema])
  .meta({ id: 'SelectionPart' });
export type SelectionPart = z.output<typeof selectionPartSchema>;

/** Receivers: who is in one part of `include` at least, and in no part of `exclude`. */
export const selectionFields = {
  include: z.array(selectionPartSchema).min(1).max(SELECTION_MAX),
  exclude: z.array(selectionPartSchema).max(SELECTION_MAX).default([]),
};
const selectionSchema = z.object(selectionFields);
export type Selection = z.output<typeof selectionSchema>;

const listSchema = z
  .object({
    id: id('list'),
    name: z.string(),
    rule: listRuleSchema.nullable().meta({ description: 'null: kept by hand' }),
    members: z.int().nullable().meta({ description: 'of a list kept by hand; else null' }),
    createdAt: instant,
  })
  .meta({ id: 'List' });

const params = z.object({ id: id('list') });
const name = z.string().trim().min(1).max(LIST_NAME_MAX);

export const listsRoutes = {
  'GET /lists': route({
    id: 'lists.list',
    summary: `My lists, newest first, at most ${LISTS_MAX}`,
    auth: 'producer',
    reply: z.array(listSchema).max(LISTS_MAX),
  }),
  'POST /lists': route({
    id: 'lists.create',
    summary: 'Creates a list: by a rule, or one that is kept by hand',
    auth: 'producer',
    body: z.object({ name, rule: listRuleSchema.nullable().default(null) }),
    example: { name: 'Quem dá gorjeta', rule: { kind: 'tippers', amount: 5_000, days: 30 } },
    reply: listSchema,
    idempotency: 'accepted',
    errors: ['list.tooMany'],
    perMinute: 30,
  }),
  'PUT /lists/{id}': route({
    id: 'lists.edit',
    summary: 'Changes the name of a list, and the rule of a smart one; omitted fields stay',
    auth: 'producer',
    params,
    body: z.object({ name: name.optional(), rule: listRuleSchema.optional() }),
    example: { name: 'Apoiadores' },
    reply: listSchema,
    errors: ['list.notFound', 'validate.invalid'],
    perMinute: 60,
  }),
  'DELETE /lists/{id}': route({
    id: 'lists.delete',
    summary: 'Deletes a list; mass messages that are scheduled keep it as it was',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['list.notFound'],
    perMinute: 60,
  }),
  'GET /lists/{id}/members': route({
    id: 'lists.members',
    summary: 'People of a list that is kept by hand, by name',
    auth: 'producer',
    params,
    query: z.object({
      ...page(LIST_MEMBERS_PAGE, 100),
      name: z.string().trim().max(60).optional(),
    }),
    reply: z.array(profileSummarySchema),
    list: 'offset',
    errors: ['list.notFound', 'list.byRule'],
  }),
  'PUT /lists/{id}/members': route({
    id: 'lists.setMembers',
    summary:
      'Adds people to a list that is kept by hand, and takes others out; who is no fan of mine is left out',
    auth: 'producer',
    params,
    body: z.object({
      add: z.array(id('profile')).max(LIST_CHANGES_MAX).default([]),
      remove: z.array(id('profile')).max(LIST_CHANGES_MAX).default([]),
    }),
    example: { add: ['01890a5d-ac96-774b-bcce-b302099a8057'] },
    reply: listSchema,
    errors: ['list.notFound', 'list.byRule'],
    perMinute: 60,
  }),
  'POST /lists/count': route({
    id: 'lists.count',
    summary: 'How many people a selection has now, counted for about a second at most',
    auth: 'producer',
    body: selectionSchema,
    example: { include: [{ kind: 'subscribers' }], exclude: [{ kind: 'online' }] },
    reply: z.object({
      count: z.int(),
      complete: z.boolean().meta({ description: 'false: there may be more than the count' }),
      fewerThan: z
        .int()
        .nullable()
        .meta({
          description: `not null: so few live in a place of the selection that nothing is sent to it; counts of places are rounded down to ${PLACE_GROUP_MIN}s`,
        }),
    }),
    errors: ['list.notFound', 'list.placeAlone'],
    perMinute: 60,
  }),
};

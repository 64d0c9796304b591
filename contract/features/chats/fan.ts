// What a producer sees of a fan beside their conversation.
import { z } from 'zod';
import { SALE_KINDS } from '../../sales.ts';
import { FAN_PURCHASES } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant } from '../../wire.ts';

const kind = z.enum(SALE_KINDS);

const fanSchema = z
  .object({
    profileId: id('profile'),
    followsSince: instant.nullable(),
    subscription: z
      .object({
        since: instant.meta({ description: 'of the first subscription' }),
        until: instant.meta({ description: 'end of the paid time, which may be over' }),
        active: z.boolean(),
        renews: z.boolean(),
      })
      .nullable()
      .meta({ description: 'null: never subscribed' }),
    spent: z
      .object({
        total: centavosSchema,
        kinds: z.array(z.object({ kind, amount: centavosSchema, count: z.int() })),
      })
      .meta({ description: 'on me, without what was taken back; the most first' }),
    purchases: z
      .array(z.object({ kind, amount: centavosSchema, at: instant }))
      .max(FAN_PURCHASES)
      .meta({ description: 'the newest first' }),
    lastSeenAt: instant.nullable(),
    note: z.string().nullable().meta({ description: 'my note about them' }),
    lists: z
      .array(z.object({ id: id('list'), name: z.string() }))
      .meta({ description: 'mine that are kept by hand and have them' }),
  })
  .meta({ id: 'Fan' });

export const fanRoutes = {
  'GET /chats/{id}/fan': route({
    id: 'chats.fan',
    summary: 'The other one of a conversation as my fan: subscription, spending, note and lists',
    auth: 'producer',
    params: z.object({ id: id('chat') }),
    reply: fanSchema,
    errors: ['chat.notFound'],
  }),
};

// Toys of producers that tips and orders move. The maker's app pairs them; its service carries the
// commands.
import { z } from 'zod';
import { TIP_MAX_CENTAVOS, TIP_MIN_CENTAVOS } from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, id, instant } from '../../wire.ts';
import { menuItemSchema } from '../lives/menu.ts';
import {
  TOY_LEVELS_MAX,
  TOY_QUEUE_SECONDS,
  TOY_SECONDS_MAX,
  TOY_SECONDS_MIN,
  TOY_STRENGTH_MAX,
} from './limits.ts';
import { MENU_ITEMS_MAX } from '../lives/room-limits.ts';

const TOY_MOTIONS = ['vibrate', 'rotate'] as const;
/** How a command ended; `unpaired`: the maker does not know the pairing any more. */
const TOY_RESULTS = ['done', 'offline', 'unpaired'] as const;

const action = {
  motion: z.enum(TOY_MOTIONS),
  strength: z.int().min(1).max(TOY_STRENGTH_MAX),
  seconds: z.int().min(TOY_SECONDS_MIN).max(TOY_SECONDS_MAX),
};
const toyActionSchema = z.object(action).meta({ id: 'ToyAction' });
export type ToyAction = z.output<typeof toyActionSchema>;

const levels = z
  .array(
    z.object({
      from: amountSchema(TIP_MIN_CENTAVOS, TIP_MAX_CENTAVOS).meta({
        description: 'tips from this amount on, up to the next level',
      }),
      ...action,
    }),
  )
  .max(TOY_LEVELS_MAX)
  .refine((list) => new Set(list.map((level) => level.from)).size === list.length);
const items = z
  .array(z.object({ itemId: id('menuItem'), ...action }))
  .max(MENU_ITEMS_MAX)
  .refine((list) => new Set(list.map(({ itemId }) => itemId)).size === list.length);

const toySchema = z
  .object({
    offered: z.boolean().meta({ description: 'the operator has an account at the maker' }),
    paired: z
      .object({
        at: instant,
        toys: z.array(z.object({ name: z.string(), online: z.boolean() })),
        reachable: z.boolean().meta({ description: 'the last command arrived' }),
      })
      .nullable(),
    levels,
    items,
    menu: z.array(menuItemSchema).meta({ description: 'my tip menu, whose items can be chosen' }),
  })
  .meta({ id: 'Toy' });

const result = z.object({ result: z.enum(TOY_RESULTS) });
const failures = ['toy.notOffered', 'toy.notPaired', 'toy.unavailable'] as const;

export const overlayToysRoutes = {
  'GET /overlays/toy': route({
    id: 'overlays.toy',
    summary: 'My paired toys, and what moves them',
    auth: 'producer',
    reply: toySchema,
  }),
  'POST /overlays/toy/pairing': route({
    id: 'overlays.pairToy',
    summary:
      "Begins a pairing: the maker's app scans the picture, or takes the code. It ends what was begun before",
    auth: 'producer',
    reply: z.object({
      picture: z.string().nullable().meta({ description: 'data address of a QR code' }),
      code: z.string(),
    }),
    errors: ['toy.notOffered', 'toy.unavailable'],
    perMinute: 6,
  }),
  'PUT /overlays/toy/rules': route({
    id: 'overlays.setToyRules',
    summary: `Sets what tips and orders do. An order moves by its item alone; what comes at the same time waits for at most ${TOY_QUEUE_SECONDS} seconds`,
    auth: 'producer',
    body: z.object({ levels, items }),
    example: { levels: [{ from: 500, motion: 'vibrate', strength: 8, seconds: 5 }], items: [] },
    reply: toySchema,
    errors: ['live.itemNotFound'],
    perMinute: 60,
  }),
  'POST /overlays/toy/test': route({
    id: 'overlays.testToy',
    summary: 'Moves my toys now',
    auth: 'producer',
    body: toyActionSchema,
    example: { motion: 'vibrate', strength: 5, seconds: 3 },
    reply: result,
    errors: failures,
    perMinute: 20,
  }),
  'POST /overlays/toy/stop': route({
    id: 'overlays.stopToy',
    summary: 'Stops my toys at once and drops what waits',
    auth: 'producer',
    reply: result,
    errors: failures,
    perMinute: 60,
  }),
  'DELETE /overlays/toy': route({
    id: 'overlays.disconnectToy',
    summary: 'Disconnects my toys at once: they are stopped, and nothing moves them again',
    auth: 'producer',
    reply: z.null(),
  }),
  'POST /overlays/toy/callback': route({
    id: 'overlays.toyCallback',
    summary: "The maker's app of a producer reports its toys, with the proof of the pairing",
    auth: 'provider',
    body: z.unknown(),
    reply: z.null(),
    errors: ['toy.notOffered', 'toy.pairingUnknown'],
    perMinute: 60,
  }),
};

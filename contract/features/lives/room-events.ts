// Events of rooms: what happens in a producer's shows, as programs outside of the room receive it.
import { z } from 'zod';
import { centavosSchema, id, instant, uuid } from '../../wire.ts';

declare module '../../events.ts' {
  interface RealtimeEvents {
    /** A room of mine has a new event for programs outside. */
    roomEvents: { profileId: string };
  }
}

const ROOM_EVENT_TYPES = [
  'tip.received',
  'menu.ordered',
  'menu.done',
  'goal.reached',
  'show.started',
  'show.ended',
  'test',
] as const;
export type RoomEventType = (typeof ROOM_EVENT_TYPES)[number];

/** Programs that were away find the events of so many days. */
export const ROOM_EVENTS_DAYS = 7;

const show = z
  .object({ id: id('live'), type: z.enum(['party', 'private']) })
  .meta({ id: 'RoomEventShow' });
const from = z
  .string()
  .nullable()
  .meta({ description: 'display name of the person, as the room shows it; null: not shown' });
const goal = z
  .object({ id: id('goal'), title: z.string(), value: centavosSchema, balance: centavosSchema })
  .meta({ id: 'RoomEventGoal' });
const item = z.object({ id: id('menuItem'), label: z.string() }).meta({ id: 'RoomEventItem' });
const tip = {
  show,
  from,
  value: centavosSchema,
  goal: goal.nullable().meta({ description: 'the goal that the tip fills, after it' }),
};
const orderId = id('liveMessage').meta({ description: 'the same in menu.ordered and menu.done' });

const event = <Type extends RoomEventType, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({
    id: uuid().meta({ description: 'of the event; the same at each attempt to deliver it' }),
    type: z.literal(type),
    timestamp: instant.meta({ description: 'when it happened' }),
    data: z.object(data),
  });

/**
 * One event. Amounts are integer centavos of BRL. A tip with an item of the menu is `menu.ordered`
 * and not `tip.received`.
 */
export const roomEventSchema = z
  .discriminatedUnion('type', [
    event('tip.received', tip),
    event('menu.ordered', { ...tip, orderId, item }),
    event('menu.done', { show, orderId, item }),
    event('goal.reached', { show, goal }),
    event('show.started', { show }),
    event('show.ended', { show }),
    event('test', {}),
  ])
  .meta({ id: 'RoomEvent' });
export type RoomEvent = z.input<typeof roomEventSchema>;

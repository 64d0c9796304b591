// /profiles/settings-cam: what a producer's shows cost, and who may enter them. Source:
// specification section 7 (its shape is not shown there); product decisions, section 7.
import { z } from 'zod';
import {
  LIVE_GROUP_MAX,
  LIVE_GROUP_MIN,
  LIVE_MINIMUM_MINUTES_MAX,
  LIVE_MINUTE_MAX_CENTAVOS,
  LIVE_MINUTE_MIN_CENTAVOS,
  LIVE_TICKET_MAX_CENTAVOS,
  LIVE_TICKET_MIN_CENTAVOS,
} from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, id } from '../../wire.ts';
import { LIVE_CHARGES, LIVE_ENTRIES } from './charges.ts';

const minute = amountSchema(LIVE_MINUTE_MIN_CENTAVOS, LIVE_MINUTE_MAX_CENTAVOS);

export const cameraSettingsSchema = z
  .object({
    partyCharge: z.enum(LIVE_CHARGES).meta({
      description:
        'how watchers of a party pay: not at all, by the minute, with one ticket, or with a ticket of a group show, which starts when enough people have one',
    }),
    partyPricePerMinute: minute.nullable().meta({ description: 'of partyCharge minute' }),
    ticketPrice: amountSchema(LIVE_TICKET_MIN_CENTAVOS, LIVE_TICKET_MAX_CENTAVOS)
      .nullable()
      .meta({ description: 'of partyCharge ticket and group' }),
    groupSize: z.int().min(LIVE_GROUP_MIN).max(LIVE_GROUP_MAX).nullable().meta({
      description: 'of partyCharge group: how many tickets start the show',
    }),
    partyCalls: z.boolean().meta({
      description: 'members may call for a party, which asks its producer to go live',
    }),
    privatePricePerMinute: minute.nullable().meta({
      description: 'of a private show; null: no calls for private shows are taken',
    }),
    minimumMinutes: z.int().min(1).max(LIVE_MINIMUM_MINUTES_MAX).meta({
      description: 'of a private show: locked when it begins; only delivered minutes are paid',
    }),
    spyPricePerMinute: minute.nullable().meta({
      description: 'of watching a private show without sound and chat; null: not allowed',
    }),
    reverseCamera: z.boolean().meta({
      description: 'the watcher of a private show may send their own picture',
    }),
    recorded: z.boolean().meta({ description: 'shows are recorded' }),
    pausesParty: z.boolean().meta({
      description: 'a party pauses while a private show lasts; false: it ends',
    }),
    entry: z.enum(LIVE_ENTRIES).meta({
      description:
        'who may enter: everyone, followers, members (subscribers, or followers where there is no plan), subscribers, the people of a list, or who has spent at least an amount',
    }),
    entryListId: id('list').nullable().meta({ description: 'of entry list' }),
    entrySpentAtLeast: amountSchema().nullable().meta({ description: 'of entry spenders' }),
  })
  .meta({ id: 'CameraSettings' });

/** What a price or rule needs, and lacks: the field of it. */
const missing = (s: z.output<typeof cameraSettingsSchema>): string[] => [
  ...(s.partyCharge === 'minute' && s.partyPricePerMinute === null ? ['partyPricePerMinute'] : []),
  ...(['ticket', 'group'].includes(s.partyCharge) && s.ticketPrice === null ? ['ticketPrice'] : []),
  ...(s.partyCharge === 'group' && s.groupSize === null ? ['groupSize'] : []),
  ...(s.entry === 'list' && s.entryListId === null ? ['entryListId'] : []),
  ...(s.entry === 'spenders' && s.entrySpentAtLeast === null ? ['entrySpentAtLeast'] : []),
  ...(s.spyPricePerMinute !== null && s.privatePricePerMinute === null
    ? ['privatePricePerMinute']
    : []),
];

export const cameraSettingsRoutes = {
  'GET /profiles/settings-cam': route({
    id: 'lives.cameraSettings',
    summary: 'What my shows cost and who may enter them',
    auth: 'producer',
    reply: cameraSettingsSchema,
  }),
  'POST /profiles/settings-cam': route({
    id: 'lives.setCameraSettings',
    summary: 'Sets them all; a show that is open keeps those that it began with',
    auth: 'producer',
    body: cameraSettingsSchema.superRefine((settings, check) => {
      for (const field of missing(settings))
        check.addIssue({ code: 'custom', path: [field], message: 'validate.required' });
    }),
    example: {
      partyCharge: 'free',
      partyPricePerMinute: null,
      ticketPrice: null,
      groupSize: null,
      partyCalls: true,
      privatePricePerMinute: 600,
      minimumMinutes: 3,
      spyPricePerMinute: null,
      reverseCamera: true,
      recorded: false,
      pausesParty: true,
      entry: 'everyone',
      entryListId: null,
      entrySpentAtLeast: null,
    },
    reply: cameraSettingsSchema,
    errors: ['list.notFound', 'live.entryByPlace'],
    perMinute: 30,
  }),
};

// Tools of the room of a show: its settings, moderators, and people who are muted, kicked or
// banned. What was done by whom is recorded.
import { z } from 'zod';
import { route } from '../../route.ts';
import { id, instant, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { RESTRICTION_KINDS, roomSettingsSchema } from './room.ts';
import { KICK_MINUTES, ROOM_ACTS_PAGE, ROOM_MODERATORS_MAX } from './room-limits.ts';

const restrictionSchema = z
  .object({
    profile: profileSummarySchema.nullable().meta({ description: 'null: hidden from me' }),
    profileId: id('profile'),
    kind: z.enum(RESTRICTION_KINDS),
    until: instant.nullable().meta({ description: 'null: until it is lifted' }),
    byId: id('profile').meta({ description: 'who did it' }),
    createdAt: instant,
  })
  .meta({ id: 'RoomRestriction' });

/** What producers and moderators do that is recorded. */
const ROOM_ACTIONS = [
  'deleteMessage',
  'pin',
  'unpin',
  'mute',
  'kick',
  'ban',
  'banForGood',
  'liftMute',
  'liftKick',
  'liftBan',
  'liftBanForGood',
  'addModerator',
  'removeModerator',
  'settings',
] as const;
export type RoomAction = (typeof ROOM_ACTIONS)[number];

const actSchema = z
  .object({
    id: uuid(),
    liveId: id('live').nullable(),
    action: z.enum(ROOM_ACTIONS),
    actor: profileSummarySchema.nullable(),
    profile: profileSummarySchema.nullable().meta({ description: 'whom it was about' }),
    messageId: id('liveMessage').nullable(),
    createdAt: instant,
  })
  .meta({ id: 'RoomAct' });

const live = z.object({ id: id('live') });
const person = z.object({ profileId: id('profile') });
const kind = z.enum(RESTRICTION_KINDS);
const TOOLS = [
  'live.notFound',
  'live.notInRoom',
  'live.notModerator',
  'age.proofRequired',
] as const;

export const liveRoomToolsRoutes = {
  'GET /lives/room/settings': route({
    id: 'lives.roomSettings',
    summary: 'Who may write in the rooms of my shows, and how often',
    auth: 'producer',
    reply: roomSettingsSchema,
  }),
  'PUT /lives/room/settings': route({
    id: 'lives.setRoomSettings',
    summary: 'Sets who may write in the rooms of my shows, and how often; in an open one at once',
    auth: 'producer',
    body: roomSettingsSchema,
    example: { slowSeconds: 5, audience: 'followers' },
    reply: roomSettingsSchema,
    perMinute: 60,
  }),
  'GET /lives/room/moderators': route({
    id: 'lives.moderators',
    summary: 'Moderators of the rooms of my shows',
    auth: 'producer',
    reply: z.array(profileSummarySchema).max(ROOM_MODERATORS_MAX),
  }),
  'PUT /lives/room/moderators/{profileId}': route({
    id: 'lives.addModerator',
    summary: `Makes a person moderator of the rooms of my shows; at most ${ROOM_MODERATORS_MAX}`,
    auth: 'producer',
    params: person,
    reply: z.null(),
    errors: ['profile.notFound', 'profile.notSelf', 'live.tooManyModerators'],
    perMinute: 60,
  }),
  'DELETE /lives/room/moderators/{profileId}': route({
    id: 'lives.removeModerator',
    summary: 'A person is no moderator of mine any more; repeating it changes nothing',
    auth: 'producer',
    params: person,
    reply: z.null(),
    perMinute: 60,
  }),
  'GET /lives/room/bans': route({
    id: 'lives.bans',
    summary: 'People whom I or my moderators banned for good, the newest first',
    auth: 'producer',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
    }),
    reply: z.array(restrictionSchema),
    list: 'cursor',
  }),
  'DELETE /lives/room/bans/{profileId}': route({
    id: 'lives.liftBan',
    summary: 'Lifts a ban for good; repeating it changes nothing',
    auth: 'producer',
    params: person,
    reply: z.null(),
    perMinute: 60,
  }),
  'GET /lives/room/acts': route({
    id: 'lives.acts',
    summary: 'What was done in the rooms of my shows by me and my moderators, newest first',
    auth: 'producer',
    query: z.object({
      liveId: id('live').optional(),
      limit: z.coerce.number().int().min(1).max(100).default(ROOM_ACTS_PAGE),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
    }),
    reply: z.array(actSchema),
    list: 'cursor',
  }),
  'GET /lives/{id}/restrictions': route({
    id: 'lives.restrictions',
    summary: 'Who is muted, kicked or banned in a show: its producer and moderators, at most 200',
    auth: 'member',
    params: live,
    reply: z.array(restrictionSchema).max(200),
    errors: TOOLS,
  }),
  'PUT /lives/{id}/restrictions/{profileId}': route({
    id: 'lives.restrict',
    summary: `Mutes a person in a show, kicks them out of it for ${KICK_MINUTES} minutes, or bans them from it or from all shows of the producer: the producer and moderators, who can't do so to each other. A person who is kicked or banned loses picture and sound at once`,
    auth: 'member',
    params: live.extend(person.shape),
    body: z.object({ kind }),
    example: { kind: 'mute' },
    reply: restrictionSchema,
    errors: [...TOOLS, 'live.personNotFound', 'live.protectedPerson', 'profile.notSelf'],
    perMinute: 120,
  }),
  'DELETE /lives/{id}/restrictions/{profileId}': route({
    id: 'lives.liftRestriction',
    summary:
      'Lifts what holds for a person in a show; repeating it changes nothing. A ban for good is lifted by the producer',
    auth: 'member',
    params: live.extend(person.shape),
    query: z.object({ kind }),
    reply: z.null(),
    errors: TOOLS,
    perMinute: 120,
  }),
};

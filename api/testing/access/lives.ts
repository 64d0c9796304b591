// How the access walk and the walk of hidden profiles call the routes of live shows.
import { callFor, PRICE, setCamera } from '../lives/paid-show.ts';
import { partyOf } from '../lives/party.ts';
import { fill } from '../publishing.ts';
import { type AccessCase, ANY_ID, byId } from './access-case.ts';
import type { ForeignResources } from './foreign-resources.ts';
import type { ReadCase } from './read-case.ts';

const NOT_FOUND = 'live.notFound';
const ofOthers = ({ liveId }: ForeignResources): string => liveId;
const ofShy = ({ shyLiveId }: ForeignResources): string => shyLiveId;
/** Another person's recording or key; the callers have none either. */
const ofNoOne = (): string => ANY_ID;
const byItem = (body?: unknown) =>
  ({
    for: 'producer',
    refused: 'live.itemNotFound',
    resources: ({ menuItemId }) => ({
      params: { itemId: menuItemId },
      ...(body !== undefined && { body }),
    }),
  }) as const satisfies AccessCase;
const named = () => [{ params: { username: 'segredo' } }];

export const livesAccess = {
  'GET /lives/active': 'anyone',
  'GET /lives/{username}': {
    for: 'member',
    refused: 'profile.notFound',
    resources: () => ({ params: { username: 'arisca' } }),
  },
  'GET /publics/lives/{username}': {
    for: 'anyone',
    refused: 'profile.notFound',
    resources: () => ({ params: { username: 'ninguem' } }),
  },
  'GET /lives/get-online-time': 'producer',
  'GET /lives/{id}/online-users': byId('member', NOT_FOUND, ofShy),
  'GET /lives/{id}/ice-servers': byId('member', NOT_FOUND, ofShy),
  'POST /lives/{id}/whip': byId('producer', NOT_FOUND, ofOthers),
  'DELETE /lives/{id}/whip/{peer}': byId('producer', NOT_FOUND, ofOthers),
  'POST /lives/{id}/whep': byId('member', NOT_FOUND, ofShy),
  'DELETE /lives/{id}/whep/{peer}': byId('member', NOT_FOUND, ofOthers),
  'GET /lives/ingest/keys': 'producer',
  'POST /lives/ingest/keys': 'producer',
  'DELETE /lives/ingest/keys/{id}': byId('producer', 'ingest.keyNotFound', ofNoOne),
  'DELETE /lives/ingest/keys/{id}/hold': byId('producer', 'ingest.keyNotFound', ofNoOne),
  'GET /lives/ingest/performers': 'producer',
  'PUT /lives/ingest/performers': 'producer',
  'POST /lives/ingest/whip': 'provider',
  'DELETE /lives/ingest/whip/{peer}': 'provider',
  'POST /lives/{id}/hls': byId('member', NOT_FOUND, ofShy),
  'PUT /lives/{id}/recording': byId('producer', NOT_FOUND, ofOthers, { on: true }),
  'PUT /lives/{id}/recording/agreement': byId('member', NOT_FOUND, ofShy, { agreed: true }),
  'GET /lives/recordings': 'producer',
  'POST /lives/recordings/{id}/cuts': byId('producer', 'recording.notFound', ofNoOne),
  'POST /lives/recordings/{id}/clips': byId('producer', 'recording.notFound', ofNoOne),
  'DELETE /lives/recordings/{id}': byId('producer', 'recording.notFound', ofNoOne),
  'GET /dsb/lives': 'admin',
  'POST /dsb/lives/{id}/decisions': 'admin',
  'GET /dsb/lives/frames': 'admin',
  'GET /dsb/lives/frames/{id}/image': 'admin',
  'GET /lives/get-start-terms': 'producer',
  'GET /profiles/settings-cam': 'producer',
  'POST /profiles/settings-cam': 'producer',
  'POST /lives/call/{producerId}': {
    for: 'member',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ params: { producerId: shyId }, body: { type: '3' } }),
  },
  'GET /lives/call/{producerId}': {
    for: 'member',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ params: { producerId: shyId } }),
  },
  'GET /publics/lives/{username}/calls': {
    for: 'anyone',
    refused: 'profile.notFound',
    resources: () => ({ params: { username: 'ninguem' } }),
  },
  'GET /lives/calls': 'producer',
  'POST /lives/calls/{id}/decline': byId('producer', 'live.callNotFound', ({ callId }) => callId),
  'POST /lives/reverse/{id}': byId('member', NOT_FOUND, ofOthers),
  'POST /lives/accept-reverse/{id}': byId('member', NOT_FOUND, ofOthers),
  'DELETE /lives/reverse/{id}': byId('member', NOT_FOUND, ofOthers),
  'POST /lives/{id}/reverse/whip': byId('member', NOT_FOUND, ofOthers),
  'POST /lives/{id}/reverse/whep': byId('producer', NOT_FOUND, ofOthers),
  'DELETE /lives/{id}/reverse/{peer}': byId('member', NOT_FOUND, ofOthers),
  'GET /lives/{id}/entry': byId('member', NOT_FOUND, ofShy),
  'POST /lives/accept/{id}': byId('member', NOT_FOUND, ofShy, { price: 0 }),
  'POST /lives/{id}/leave': byId('member', NOT_FOUND, ofOthers),
  'GET /lives/receipts': 'member',
  'GET /lives/receipts/export': 'member',
  'GET /lives/{id}/receipts': byId('earner', NOT_FOUND, ofOthers),
  'GET /lives/history': 'earner',
  'GET /lives/{id}/room': byId('member', NOT_FOUND, ofShy),
  'GET /lives/{id}/messages': byId('member', NOT_FOUND, ofShy),
  'POST /lives/{id}/messages': byId('member', NOT_FOUND, ofShy, { text: 'Oi!' }),
  'DELETE /lives/{id}/messages/{messageId}': byId('member', NOT_FOUND, ofShy),
  'PUT /lives/{id}/pinned': byId('member', NOT_FOUND, ofShy, { messageId: null }),
  'GET /lives/{id}/restrictions': byId('member', NOT_FOUND, ofShy),
  'PUT /lives/{id}/restrictions/{profileId}': byId('member', NOT_FOUND, ofShy, { kind: 'mute' }),
  'DELETE /lives/{id}/restrictions/{profileId}': {
    for: 'member',
    refused: NOT_FOUND,
    resources: (resources) => ({ params: { id: ofShy(resources) }, query: { kind: 'mute' } }),
  },
  'GET /lives/room/settings': 'producer',
  'PUT /lives/room/settings': 'producer',
  'GET /lives/room/moderators': 'producer',
  'PUT /lives/room/moderators/{profileId}': {
    for: 'producer',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ params: { profileId: shyId } }),
  },
  'DELETE /lives/room/moderators/{profileId}': 'producer',
  'GET /lives/room/bans': 'producer',
  'DELETE /lives/room/bans/{profileId}': 'producer',
  'GET /lives/room/acts': 'producer',
  'GET /lives/room/menu': 'producer',
  'POST /lives/room/menu': 'producer',
  'PUT /lives/room/menu': 'producer',
  'PUT /lives/room/menu/{itemId}': byItem({ label: 'Beijo', price: 500 }),
  'DELETE /lives/room/menu/{itemId}': byItem(),
  'GET /lives/{id}/menu-purchases': byId('producer', NOT_FOUND, ofOthers),
  'PUT /lives/{id}/menu-purchases/{messageId}': byId('producer', NOT_FOUND, ofOthers, {
    done: true,
  }),
  'POST /lives': 'producer',
  'PUT /lives/{id}/pause': byId('producer', NOT_FOUND, ofOthers, { on: true }),
  'DELETE /lives/{id}': byId('producer', NOT_FOUND, ofOthers),
} as const satisfies Record<string, AccessCase>;

export const livesReads = {
  'GET /lives/active': {
    connect: (app, _requester, profile) => partyOf(app, profile),
    shows: () => [{}],
  },
  'GET /lives/get-online-time': 'names no profile',
  'GET /lives/get-start-terms': 'names no profile',
  'GET /profiles/settings-cam': 'names no profile',
  'GET /lives/call/{producerId}': {
    member: true,
    // Their party is open, which is entered without a call.
    connect: async (app, requester, profile) => {
      await setCamera(profile);
      await fill(app, requester, 2 * PRICE);
      return callFor(requester, profile);
    },
    shows: ({ segredo }) => [{ params: { producerId: segredo.profileId } }],
  },
  'GET /lives/calls': 'names callers to a producer; calls/calls.test.ts hides one',
  'GET /lives/{id}/entry': 'names no profile',
  'GET /lives/receipts':
    'keeps the receipt without the name; entry/receipts.test.ts hides a producer',
  'GET /lives/receipts/export': 'as GET /lives/receipts, by the same code',
  'GET /lives/{id}/receipts': 'as GET /lives/receipts, by the same code',
  'GET /lives/history': 'names no profile',
  'GET /lives/{id}/online-users':
    'opens only for those who may enter; room/tools.test.ts hides people there',
  'GET /lives/{id}/ice-servers': 'names no profile',
  'GET /lives/ingest/keys': 'names no profile',
  'GET /lives/ingest/performers': 'names no profile',
  'GET /lives/recordings': 'names no profile but in what I wrote',
  'GET /dsb/lives': 'for administrators',
  'GET /dsb/lives/frames': 'for administrators',
  'GET /dsb/lives/frames/{id}/image': 'for administrators',
  'GET /lives/{id}/room': 'opens only for those who are in it; room.test.ts hides people there',
  'GET /lives/{id}/messages': 'opens only for those who are in it; room.test.ts hides people there',
  'GET /lives/{id}/restrictions': 'for those who are in it; tools.test.ts hides people there',
  'GET /lives/{id}/menu-purchases': "of one's own show; menu.test.ts hides people there",
  'GET /lives/room/settings': 'names no profile',
  'GET /lives/room/menu': 'names no profile',
  'GET /lives/room/moderators': 'for producers; tools.test.ts hides people there',
  'GET /lives/room/bans': 'for producers; tools.test.ts hides people there',
  'GET /lives/room/acts': 'for producers; tools.test.ts hides people there',
  'GET /lives/{username}': { member: true, shows: named },
  'GET /publics/lives/{username}': { shows: named },
  'GET /publics/lives/{username}/calls': 'names no profile; the access walk refuses a hidden one',
} satisfies Record<string, ReadCase>;

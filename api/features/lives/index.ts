// What other features and the composition root may use of live shows.
import { FRAMES_KEPT_DAYS } from '@camarim/contract/features/lives/frames';
import { defineFeature } from '../../feature.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { texts } from './declarations.ts';
import { callsHandlers } from './calls/routes.ts';
import { cameraHandlers } from './camera/routes.ts';
import { exportSettingsOf } from './camera/settings.ts';
import { eraseLivesOf } from './erase.ts';
import { exportEntriesOf } from './entry/export-store.ts';
import { entryHandlers } from './entry/routes.ts';
import { keepBilling } from './entry/bill-shows.ts';
import { reversePayments } from './entry/payments-store.ts';
import { exportLivesOf } from './export-store.ts';
import { defineLivesJobs } from './jobs.ts';
import { checkAccess, consumeEngineEvents } from './media/sync-engine.ts';
import { checkSessions } from './media/ended-sessions.ts';
import { mediaHandlers } from './media/routes.ts';
import { ingestHandlers } from './ingest/routes.ts';
import { eraseOutputsOf } from './outputs/erase.ts';
import { defineOutputJobs } from './outputs/jobs.ts';
import { outputsHandlers } from './outputs/routes.ts';
import { registerHls } from './outputs/serve.ts';
import { exportFramesOf } from './review/export-store.ts';
import { liveFigures } from './review/figures-store.ts';
import { createReviewableFrames } from './review/reviewable-frames.ts';
import { defineReviewJobs } from './review/jobs.ts';
import { reviewHandlers } from './review/routes.ts';
import { eraseRoomsOf } from './room/erase-messages.ts';
import { exportRoomsOf } from './room/export-store.ts';
import {
  postTipInRoom,
  type TipInRoom,
  type TipRoom,
  type TipToRoom,
  tippableRoom,
} from './room/tip-in-room.ts';
import { menuHandlers, roomHandlers, roomToolsHandlers } from './room/routes.ts';
import { livesHandlers } from './routes.ts';
import { liveTopic } from './topics.ts';

export { endLiveIn } from './end-live.ts';
export {
  deleteLog as closeRoomLog,
  eventsAfter as roomEventsAfter,
  findEvents as findRoomEvents,
  lastSeq as lastRoomEvent,
  lockLog as lockRoomLog,
  openLog as openRoomLog,
  type RoomEventRow,
} from './events/events-store.ts';
export { presentEvents } from './events/present.ts';
export { listItems as menuOf } from './room/menu-store.ts';
export { openOrders, type OpenOrder } from './room/open-orders.ts';
export { recordTestEvent } from './events/record-event.ts';
export { requestEvidence } from './review/jobs.ts';
declare module '../../feature.ts' {
  interface Services {
    /**
     * Tips in shows: the checks before one, and the message that tells the room, in its
     * transaction.
     */
    roomTips: {
      tippable: (viewer: Viewer, tip: TipToRoom) => Promise<TipRoom>;
      post: (tx: Transaction, room: TipRoom, tip: TipInRoom) => Promise<void>;
    };
  }
}

export { lockRecordedLive } from './outputs/recordings-store.ts';
export { isShowWithheld } from './review/decisions-store.ts';
export { overturnWithheld } from './review/decide.ts';

/** Live shows of producers, their watchers and their rooms. */
export const lives = defineFeature({
  name: 'lives',
  texts,
  services: (ctx) => ({
    roomTips: {
      tippable: (viewer, tip) => tippableRoom(ctx, viewer, tip),
      post: (tx, room, tip) => postTipInRoom(ctx, tx, room, tip),
    },
  }),
  handlers: (ctx) => ({
    ...livesHandlers(ctx),
    ...mediaHandlers(ctx),
    ...ingestHandlers(ctx),
    ...outputsHandlers(ctx),
    ...reviewHandlers(ctx),
    ...cameraHandlers(ctx),
    ...callsHandlers(ctx),
    ...entryHandlers(ctx),
    ...roomHandlers(ctx),
    ...roomToolsHandlers(ctx),
    ...menuHandlers(ctx),
  }),
  jobs: (ctx) => {
    defineLivesJobs(ctx);
    defineOutputJobs(ctx);
    defineReviewJobs(ctx);
  },
  serve: (server, ctx, { auth }) => {
    const reads = registerHls(server, ctx, auth.authenticate);
    const closing = new AbortController();
    const following = Promise.all([
      consumeEngineEvents(ctx, closing.signal),
      keepBilling(ctx, closing.signal),
    ]);
    const subscriptions = [
      ctx.bus.subscribe('accessChanged', (change) => void checkAccess(ctx, change)),
      ctx.bus.subscribe('sessionsEnded', ({ sessionIds }) => void checkSessions(ctx, sessionIds)),
    ];
    server.addHook('onClose', async () => {
      closing.abort();
      for (const unsubscribe of subscriptions) unsubscribe();
      await reads.close();
      await following;
    });
  },
  figures: liveFigures,
  reviewableContent: (ctx) => ({ frames: createReviewableFrames(ctx) }),
  topics: [liveTopic],
  revokers: {
    show: (ctx, tx, transferIds) => reversePayments(tx, transferIds, ctx.clock.now()),
  },
  personalData: [
    {
      text: 'data.shows',
      tables: ['lives', 'live_calls'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseLivesOf],
    },
    {
      text: 'data.frames',
      tables: ['live_frames'],
      ground: 'claims',
      removal: 'kept',
      basis: 'claims',
      days: FRAMES_KEPT_DAYS,
    },
    {
      text: 'data.visits',
      tables: ['live_viewers', 'camera_settings', 'live_event_logs', 'live_events'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseLivesOf],
    },
    {
      text: 'data.recordings',
      tables: ['live_recordings', 'live_ingest_keys', 'live_program_performers'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseOutputsOf],
    },
    {
      text: 'data.rooms',
      tables: [
        'live_moderators',
        'live_restrictions',
        'live_room_acts',
        'live_room_settings',
        'live_menu_items',
      ],
      ground: 'contract',
      removal: 'erased',
      by: [eraseRoomsOf],
    },
    {
      text: 'data.tips',
      tables: ['live_messages'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseRoomsOf],
    },
    {
      text: 'data.showPayments',
      tables: ['live_entries'],
      ground: 'law',
      removal: 'kept',
      basis: 'accounts',
      days: null,
    },
  ],
  exporters: [exportEntriesOf, exportFramesOf, exportLivesOf, exportRoomsOf, exportSettingsOf],
});

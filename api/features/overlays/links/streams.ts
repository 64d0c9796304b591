// Open event streams of this process (server-sent events, HTML Standard 9.2): each gets the events
// of its producer's rooms in their order, from the one after the last it has seen.
import { PassThrough } from 'node:stream';
import type { OverlayLinkId } from '@camarim/contract/features/overlays/links';
import {
  STREAM_RESUMED_MAX,
  STREAMS_MAX,
  STREAMS_OF_LINK_MAX,
} from '@camarim/contract/features/overlays/limits';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { lastRoomEvent, presentEvents, roomEventsAfter } from '../../lives/index.ts';
import { viewState } from './overlay-state.ts';
import { isLinkValid, type LinkRow } from './store.ts';

/** A proxy ends a connection on which nothing is sent for a minute. */
const HEARTBEAT_MS = 15_000;
/** How long programs wait before they connect again. */
const RETRY_MS = 3_000;
const BATCH = 100;
/** A program that reads no more than this behind is disconnected. */
const UNREAD_MAX_BYTES = 1_048_576;

type Stream = {
  linkId: OverlayLinkId;
  producerId: ProfileId;
  out: PassThrough;
  /** The number of the last event that was sent. */
  after: number;
  /** Goals or orders may have changed since they were sent. */
  stale: boolean;
  sending: boolean;
  again: boolean;
};

export type Streams = {
  /** Throws overlay.tooManyStreams. `lastSeen`: what the program saw last; null for a new one. */
  open(link: LinkRow, lastSeen: number | null): Promise<PassThrough>;
  close(): void;
};

const message = (event: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const sendNew = async (ctx: Ctx, stream: Stream): Promise<void> => {
  const { producerId, out } = stream;
  if (!(await isLinkValid(ctx.db, stream.linkId))) return void out.end();
  for (;;) {
    const rows = await roomEventsAfter(ctx.db, producerId, stream.after, BATCH);
    const events = await presentEvents(ctx, producerId, rows);
    events.forEach((event, index) => {
      const seq = rows[index]?.seq ?? stream.after;
      out.write(message(event.type, event, seq));
      stream.after = seq;
    });
    stream.stale ||= events.length > 0;
    if (rows.length < BATCH) break;
  }
  if (!stream.stale) return;
  stream.stale = false;
  out.write(message('state', await viewState(ctx, producerId)));
};

const send = async (ctx: Ctx, stream: Stream): Promise<void> => {
  stream.again = stream.sending;
  if (stream.sending) return;
  stream.sending = true;
  try {
    do {
      stream.again = false;
      await sendNew(ctx, stream);
    } while (stream.again && !stream.out.writableEnded);
  } catch (error) {
    // The program connects again, and gets what is after the last event it has seen.
    ctx.log.warn({ err: error }, 'an event stream was ended');
    stream.out.destroy();
  } finally {
    stream.sending = false;
  }
};

/** Where a program goes on: after what it saw last, unless that is long ago or never was. */
const startAfter = async (
  { db }: Ctx,
  producerId: ProfileId,
  lastSeen: number | null,
): Promise<number> => {
  const last = await lastRoomEvent(db, producerId);
  return lastSeen === null || lastSeen > last
    ? last
    : Math.max(lastSeen, last - STREAM_RESUMED_MAX);
};

export const createStreams = (ctx: Ctx): Streams => {
  const open = new Set<Stream>();
  const sendTo = (producerId: string, changed: boolean): void => {
    for (const stream of open) {
      if (stream.producerId !== producerId) continue;
      stream.stale ||= changed;
      void send(ctx, stream);
    }
  };
  const unsubscribe = ctx.bus.subscribe('realtime', ({ event, payload }) => {
    if (event === 'roomEvents') sendTo(payload.profileId, false);
    if (event === 'goals') sendTo(payload.profileId, true);
  });
  const heartbeat = setInterval(() => {
    for (const stream of open) {
      if (stream.out.writableLength > UNREAD_MAX_BYTES) stream.out.destroy();
      else {
        stream.out.write(':\n\n');
        void send(ctx, stream);
      }
    }
  }, HEARTBEAT_MS);
  return {
    async open({ id: linkId, producer_id: producerId }, lastSeen) {
      const after = await startAfter(ctx, producerId, lastSeen);
      const ofLink = [...open].filter((stream) => stream.linkId === linkId).length;
      if (ofLink >= STREAMS_OF_LINK_MAX || open.size >= STREAMS_MAX)
        throw new AppError('overlay.tooManyStreams');
      const out = new PassThrough();
      const stream = { linkId, producerId, out, after, stale: true, sending: false, again: false };
      open.add(stream);
      out.on('close', () => open.delete(stream));
      out.write(`retry: ${RETRY_MS}\n\n`);
      void send(ctx, stream);
      return out;
    },
    close() {
      clearInterval(heartbeat);
      unsubscribe();
      for (const { out } of open) out.end();
    },
  };
};

// The socket at /realtime/connect: carries the outbox's events to the profiles they are for.
import type { ErrorCode } from '@camarim/contract/errors';
import type { PostId, ProfileId, SessionId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { type GeoHeaders, type Place, reportedPlace } from '../http/place.ts';
import type { Requester } from '../http/viewer.ts';
import type { Platform } from '../platform.ts';
import { DEFAULT_LOCALE, localeOf, text } from '../text/text.ts';
import { deliver, profileLocaleRoom, profileRoom, sessionRoom, watchRoom } from './delivery.ts';
import { type AuthenticateSocket, readHandshake } from './handshake.ts';
import { followPosts, judgeFollowers } from './watched-posts.ts';

export const REALTIME_PATH = '/realtime/connect';

/** Sockets of one profile in one process: tabs and devices. */
const SOCKETS_PER_PROFILE = 20;
/** The largest thing a client may send. */
const INBOUND_BYTES = 10_000;
/** Events a client may send in a window; more end its socket. */
const INBOUND_EVENTS = 40;
const INBOUND_WINDOW_MS = 10_000;
/** A connection that has not said who it is by then is closed. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Presence is renewed and expired sockets are closed this often; well within presence's own time.
 */
const TICK_MS = 25_000;
/** Sessions that ended while one of their sockets was still being authenticated. */
const ENDED_REMEMBERED_MS = 60_000;
const CLOSE_TIMEOUT_MS = 1_000;

type SocketData = {
  profileId: ProfileId;
  sessionId: SessionId;
  place: Place;
  locale: Locale;
  expiresAtMs: number;
  watched: ProfileId | null;
  /** Posts whose comments it follows, with their owners; null while or because it may not. */
  posts: Map<PostId, ProfileId | null>;
};
type Inbound = {
  locale: (locale: unknown) => void;
  watch: (profileId: unknown) => void;
  follow: (postIds: unknown) => void;
};
type Outbound = Record<string, (envelope: object) => void>;
export type RealtimeServer = Server<Inbound, Outbound, Record<never, never>, SocketData>;
export type RealtimeSocket = Socket<Inbound, Outbound, Record<never, never>, SocketData>;

export type Realtime = {
  /** Closes every socket, whose clients connect again elsewhere. */
  close(): Promise<void>;
};

export type RealtimeParts = Pick<Platform, 'bus' | 'presence' | 'clock' | 'log'> & {
  config: { publicUrl: string } & GeoHeaders;
  /**
   * Whether somebody may look at a profile's page, and so be told what happens there. Nobody may
   * unless it is given.
   */
  maySee?: (requester: Requester, profileId: ProfileId) => Promise<boolean>;
  /** Whose post it is, if the requester may read its comments. Nobody may unless it is given. */
  mayFollow?: (requester: Requester, postId: PostId) => Promise<ProfileId | null>;
  /** Only tests change it. */
  tickMs?: number;
};

/**
 * Mounts the socket on the server, which reads cookies. A refused client gets `connect_error` with
 * `data: { code, message }`. WebSocket only: long-polling would need sessions that stick to a
 * machine.
 */
export function openRealtime(
  server: FastifyInstance,
  parts: RealtimeParts,
  authenticate: AuthenticateSocket,
): Realtime {
  const { bus, presence, clock, log, config } = parts;
  const io: RealtimeServer = new Server(server.server, {
    path: REALTIME_PATH,
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: INBOUND_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const ended = rememberEnded(() => clock.now().getTime());
  const noteFailure = (error: unknown): void => log.debug({ err: error }, 'presence was not told');

  io.use(async (socket, next) => {
    let refusal: Refusal | null;
    // Nothing waits for this promise, so nothing may throw out of it.
    try {
      refusal = await admit({ io, server, clock, config, authenticate }, socket);
    } catch (error) {
      log.error({ err: error }, 'a socket was not authenticated');
      refusal = refused('server.failure', DEFAULT_LOCALE);
    }
    if (refusal) next(refusal);
    else next();
  });

  io.on('connection', (socket) => {
    const { profileId, sessionId, locale } = socket.data;
    if (ended.has(sessionId)) return void socket.disconnect(true);
    // Holds token and cookies, and is a fifth of a socket's memory.
    socket.conn.request = null as never;
    void socket.join([
      profileRoom(profileId),
      profileLocaleRoom(profileId, locale),
      sessionRoom(sessionId),
    ]);
    limitInbound(socket);
    socket.on('locale', (wish) => changeLocale(socket, localeOf(wish)));
    socket.on(
      'watch',
      (wish) =>
        void watch(socket, wish, parts).catch((error) =>
          log.warn({ err: error }, 'a page is not watched'),
        ),
    );
    socket.on(
      'follow',
      (wish) =>
        void followPosts(socket, wish, parts).catch((error) =>
          log.warn({ err: error }, 'comments are not followed'),
        ),
    );
    socket.on('disconnect', () => void presence.left(profileId, socket.id).catch(noteFailure));
    presence.seen(profileId, socket.id).catch(noteFailure);
  });

  const stopListening = [
    bus.subscribe('realtime', (message) => deliver(io, message)),
    bus.subscribe('sessionsEnded', ({ sessionIds }) => {
      ended.add(sessionIds);
      if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    }),
    bus.subscribe(
      'profilesHidden',
      ({ profileIds }) =>
        void Promise.all([
          sendAway(io, profileIds, parts),
          judgeFollowers(io, profileIds, parts),
        ]).catch((error) => log.warn({ err: error }, 'watchers were not judged anew')),
    ),
  ];

  const tick = (): void => {
    const nowMs = clock.now().getTime();
    ended.forget();
    for (const [id, { data, conn }] of io.sockets.sockets) {
      // The connection and not the socket: a client whose connection closed connects again by
      // itself.
      if (data.expiresAtMs <= nowMs) conn.close();
      else presence.seen(data.profileId, id).catch(noteFailure);
    }
  };
  const ticking = setInterval(tick, parts.tickMs ?? TICK_MS);

  return {
    async close() {
      clearInterval(ticking);
      for (const stop of stopListening) stop();
      await closeConnections(io);
    },
  };
}

/** What a client reads in `connect_error`. */
type Refusal = Error & { data: { code: ErrorCode; message: string } };

const refused = (code: ErrorCode, locale: Locale): Refusal =>
  Object.assign(new Error(code), { data: { code, message: text(locale, code) } });

type Door = Pick<RealtimeParts, 'clock' | 'config'> & {
  io: RealtimeServer;
  server: FastifyInstance;
  authenticate: AuthenticateSocket;
};

/** Notes whose socket it is; answers why it is not let in. */
async function admit(
  { io, server, clock, config, authenticate }: Door,
  socket: RealtimeSocket,
): Promise<Refusal | null> {
  const { token, refusal, locale } = readHandshake(socket.handshake, server, config.publicUrl);
  if (token === null) return refused(refusal ?? 'auth.required', locale);
  const owner = await authenticate(token);
  const expiresAtMs = owner?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (!owner || expiresAtMs <= clock.now().getTime()) return refused('auth.expired', locale);
  const { profileId, sessionId } = owner;
  if ((io.sockets.adapter.rooms.get(profileRoom(profileId))?.size ?? 0) >= SOCKETS_PER_PROFILE)
    return refused('request.tooMany', locale);
  // As for calls: where they say they live, else where the connection comes from.
  const place =
    owner.place.state === null
      ? reportedPlace(config, {
          headers: socket.handshake.headers,
          socket: { remoteAddress: socket.handshake.address },
        })
      : owner.place;
  socket.data = {
    profileId,
    sessionId,
    place,
    locale,
    expiresAtMs,
    watched: null,
    posts: new Map(),
  };
  return null;
}

function changeLocale(socket: RealtimeSocket, locale: Locale): void {
  const { profileId, locale: before } = socket.data;
  void socket.leave(profileLocaleRoom(profileId, before));
  socket.data.locale = locale;
  void socket.join(profileLocaleRoom(profileId, locale));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One page at a time; null leaves it. */
async function watch(
  socket: RealtimeSocket,
  wish: unknown,
  { maySee }: RealtimeParts,
): Promise<void> {
  const wanted = typeof wish === 'string' && UUID.test(wish) ? (wish as ProfileId) : null;
  if (socket.data.watched) void socket.leave(watchRoom(socket.data.watched));
  socket.data.watched = wanted;
  if (!wanted || !(await maySee?.(socket.data, wanted))) return;
  // Another page may have been opened while the answer was awaited.
  if (socket.data.watched === wanted) void socket.join(watchRoom(wanted));
}

/** Ends the watching of those who may not look any more. */
async function sendAway(
  io: RealtimeServer,
  profileIds: readonly ProfileId[],
  { maySee }: RealtimeParts,
): Promise<void> {
  for (const id of profileIds) {
    const room = watchRoom(id);
    for (const socketId of io.sockets.adapter.rooms.get(room) ?? []) {
      const socket = io.sockets.sockets.get(socketId);
      if (socket && !(await maySee?.(socket.data, id))) void socket.leave(room);
    }
  }
}

/** Counts events of any name, known or not. */
function limitInbound(socket: RealtimeSocket): void {
  let windowEndsMs = 0;
  let events = 0;
  socket.use((_event, next) => {
    const nowMs = performance.now();
    if (nowMs >= windowEndsMs) [windowEndsMs, events] = [nowMs + INBOUND_WINDOW_MS, 0];
    events += 1;
    if (events > INBOUND_EVENTS) socket.disconnect(true);
    else next();
  });
}

function rememberEnded(nowMs: () => number) {
  const endedAtMs = new Map<SessionId, number>();
  return {
    add: (sessionIds: readonly SessionId[]): void => {
      for (const sessionId of sessionIds) endedAtMs.set(sessionId, nowMs());
    },
    has: (sessionId: SessionId): boolean => endedAtMs.has(sessionId),
    forget: (): void => {
      for (const [sessionId, atMs] of endedAtMs)
        if (nowMs() - atMs > ENDED_REMEMBERED_MS) endedAtMs.delete(sessionId);
    },
  };
}

/** Not `io.close()`, which also closes the HTTP server: that is its owner's to do. */
async function closeConnections(io: RealtimeServer): Promise<void> {
  const deadline = performance.now() + CLOSE_TIMEOUT_MS;
  io.engine.close();
  while (io.engine.clientsCount > 0 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

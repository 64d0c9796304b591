// The realtime socket at /realtime/connect: delivers events of the bus to the members of their
// topics.
import type { ErrorCode } from '@camarim/contract/errors';
import { topicKey } from '@camarim/contract/events';
import type { SessionId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { MINUTE_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { Server, type ServerOptions } from 'socket.io';
import { reportedPlace, strictestPlace } from '../http/place.ts';
import { isRefusedCountry } from '../http/refused-countries.ts';
import { DEFAULT_LOCALE, localeOf, text } from '../text/text.ts';
import { createDelivery } from './delivery.ts';
import { type AuthenticateSocket, readHandshake } from './handshake.ts';
import { createMemberships, type Memberships } from './memberships.ts';
import type { RealtimeOptions, RealtimeServer, RealtimeSocket, SocketData } from './sockets.ts';

export const REALTIME_PATH = '/realtime/connect';

/** Sockets of one profile in one process: tabs and devices. */
const SOCKETS_PER_PROFILE = 20;
/** The largest thing a client may send. */
const INBOUND_BYTES = 10_000;
/** Events a client may send in a window; more end its socket. */
const INBOUND_EVENTS = 40;
const INBOUND_WINDOW_MS = 10_000;
/** A connection without a token by then is closed. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Presence is renewed and expired sockets are closed this often; well within presence's own time.
 */
const TICK_MS = 25_000;
/**
 * Memberships are checked again when this old: what access depends on may also pass by itself, as
 * paid time does, and a change of access may have failed to reach this process.
 */
const RECHECK_MS = 5 * MINUTE_MS;
/** Failed checks whose time has come are looked for this often. */
const RETRY_TICK_MS = 1_000;
/** How long ended sessions are remembered, for sockets whose authentication was still running. */
const ENDED_SESSION_TTL_MS = 60_000;
const CLOSE_TIMEOUT_MS = 1_000;

export type Realtime = {
  /** Closes every socket, whose clients connect again elsewhere. */
  close(): Promise<void>;
};

const SERVER_OPTIONS: Partial<ServerOptions> = {
  path: REALTIME_PATH,
  transports: ['websocket'],
  allowUpgrades: false,
  perMessageDeflate: false,
  httpCompression: false,
  serveClient: false,
  maxHttpBufferSize: INBOUND_BYTES,
  connectTimeout: CONNECT_TIMEOUT_MS,
};

/**
 * Mounts the socket on the server, which reads cookies. A refused client gets `connect_error` with
 * `data: { code, message }`. WebSocket only: long-polling would need sessions that stick to a
 * machine.
 */
export function openRealtime(
  server: FastifyInstance,
  parts: RealtimeOptions,
  authenticate: AuthenticateSocket,
): Realtime {
  const { bus, presence, clock, log, config, topics } = parts;
  const io: RealtimeServer = new Server(server.server, SERVER_OPTIONS);
  const ended = createEndedSessions(() => clock.now().getTime());
  const memberships = createMemberships<SocketData>({
    check: ({ profileId, place }, key) => topics.mayJoin(key, { profileId, place }),
    nowMs: () => clock.now().getTime(),
    onFailedCheck: (error) =>
      log.warn({ err: error }, 'the access of a socket to a topic was not checked'),
  });
  const delivery = createDelivery(memberships);
  const logPresenceFailure = (error: unknown): void =>
    log.debug({ err: error }, 'presence was not updated');

  io.use(async (socket, next) => {
    let refusal: ConnectError | null;
    // socket.io does not await this promise, so a rejection would be unhandled.
    try {
      refusal = await admit({ memberships, server, clock, config, authenticate }, socket);
    } catch (error) {
      log.error({ err: error }, 'a socket was not authenticated');
      refusal = connectError('server.failure', DEFAULT_LOCALE);
    }
    if (refusal) next(refusal);
    else next();
  });

  const service = { memberships, ended, topics, presence, logPresenceFailure };
  io.on('connection', (socket) => serveSocket(service, socket));

  const stopListening = [
    bus.subscribe('realtime', delivery.deliver),
    bus.subscribe('sessionsEnded', ({ sessionIds }) => {
      ended.add(sessionIds);
      if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    }),
    bus.subscribe('accessChanged', (change) => void memberships.recheck(change)),
  ];

  const tick = (): void => {
    const nowMs = clock.now().getTime();
    ended.forget();
    for (const [id, { data, conn }] of io.sockets.sockets) {
      // The connection and not the socket: a client whose connection closed connects again by
      // itself.
      if (data.expiresAtMs <= nowMs) {
        conn.close();
        continue;
      }
      presence.seen(data.profileId, id).catch(logPresenceFailure);
      void memberships.recheckOlder(data, nowMs - RECHECK_MS);
    }
  };
  const ticking = setInterval(tick, parts.tickMs ?? TICK_MS);
  const retrying = setInterval(() => void memberships.retryFailed(), parts.tickMs ?? RETRY_TICK_MS);

  return {
    async close() {
      clearInterval(ticking);
      clearInterval(retrying);
      for (const stop of stopListening) stop();
      delivery.close();
      await closeConnections(io);
    },
  };
}

const sessionRoom = (sessionId: SessionId): string => `session:${sessionId}`;

/** What a client reads in `connect_error`. */
type ConnectError = Error & { data: { code: ErrorCode; message: string } };

const connectError = (code: ErrorCode, locale: Locale): ConnectError =>
  Object.assign(new Error(code), { data: { code, message: text(locale, code) } });

type SocketAdmission = Pick<RealtimeOptions, 'clock' | 'config'> & {
  memberships: Memberships<SocketData>;
  server: FastifyInstance;
  authenticate: AuthenticateSocket;
};

/** Authenticates the socket and fills its data. Returns the error that refuses it, or null. */
async function admit(
  { memberships, server, clock, config, authenticate }: SocketAdmission,
  socket: RealtimeSocket,
): Promise<ConnectError | null> {
  const { token, refusal, locale } = readHandshake(socket.handshake, server, config.publicUrl);
  const connection = {
    headers: socket.handshake.headers,
    socket: { remoteAddress: socket.handshake.address },
  };
  if (isRefusedCountry(config, connection)) return connectError('country.refused', locale);
  if (token === null) return connectError(refusal ?? 'auth.required', locale);
  const owner = await authenticate(token);
  const expiresAtMs = owner?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (!owner || expiresAtMs <= clock.now().getTime()) return connectError('auth.expired', locale);
  const { profileId, sessionId } = owner;
  if ((memberships.membersOf(topicKey('member', profileId))?.size ?? 0) >= SOCKETS_PER_PROFILE)
    return connectError('request.tooMany', locale);
  // As for calls of the API.
  const place = strictestPlace(owner.place, reportedPlace(config, connection));
  socket.data = {
    socket,
    connection: socket.conn.request.socket,
    profileId,
    sessionId,
    place,
    locale,
    expiresAtMs,
    topics: new Map(),
  };
  return null;
}

type SocketService = Pick<RealtimeOptions, 'topics' | 'presence'> & {
  memberships: Memberships<SocketData>;
  ended: EndedSessions;
  logPresenceFailure(error: unknown): void;
};

/** Answers the events of one authenticated socket until it disconnects. */
function serveSocket(
  { memberships, ended, topics, presence, logPresenceFailure }: SocketService,
  socket: RealtimeSocket,
): void {
  const { data } = socket;
  const { profileId, sessionId } = data;
  if (ended.has(sessionId)) return void socket.disconnect(true);
  // The request holds token and cookies, and a fifth of a socket's memory.
  socket.conn.request = null as never;
  memberships.connect(data);
  void socket.join(sessionRoom(sessionId));
  limitInbound(socket);
  socket.on('locale', (input) => {
    data.locale = localeOf(input);
  });
  socket.on('join', async (input, answer) => {
    const joined = await memberships.join(data, topics.parse(input));
    if (typeof answer === 'function') answer(joined);
  });
  socket.on('leave', (input) => memberships.leave(data, topics.parse(input)));
  socket.on('disconnect', () => {
    memberships.disconnect(data);
    presence.left(profileId, socket.id).catch(logPresenceFailure);
  });
  presence.seen(profileId, socket.id).catch(logPresenceFailure);
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

type EndedSessions = ReturnType<typeof createEndedSessions>;

function createEndedSessions(nowMs: () => number) {
  const endedAtMs = new Map<SessionId, number>();
  return {
    add: (sessionIds: readonly SessionId[]): void => {
      for (const sessionId of sessionIds) endedAtMs.set(sessionId, nowMs());
    },
    has: (sessionId: SessionId): boolean => endedAtMs.has(sessionId),
    forget: (): void => {
      for (const [sessionId, atMs] of endedAtMs)
        if (nowMs() - atMs > ENDED_SESSION_TTL_MS) endedAtMs.delete(sessionId);
    },
  };
}

/** `io.close()` would also close the HTTP server, which its owner closes. */
async function closeConnections(io: RealtimeServer): Promise<void> {
  const deadline = performance.now() + CLOSE_TIMEOUT_MS;
  io.engine.close();
  while (io.engine.clientsCount > 0 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

// Two servers in one process, for room-fanout-vs-ws.ts: ours, and a bare `ws` that sends the same
// bytes to all its clients. Says how much processor time a number of events took.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import cookies from '@fastify/cookie';
import { topicKey } from '@camarim/contract/events';
import type { RoomMessage } from '@camarim/contract/features/lives/room';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import Fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { inProcessBus } from '../api/platform/bus/in-process.ts';
import type { RealtimeMessage } from '../api/platform/bus/port.ts';
import { systemClock } from '../api/platform/clock/system.ts';
import { NOWHERE } from '../api/platform/http/place.ts';
import { createLogger } from '../api/platform/log/log.ts';
import { memoryPresence } from '../api/platform/presence/memory.ts';
import { openRealtime } from '../api/platform/realtime/realtime.ts';
import { createTopic, createTopicChecks } from '../api/platform/realtime/topics.ts';
import { SHOW } from './live/room-show.ts';

const AUTHOR = '01900000-0000-7000-8000-00000000000b' as ProfileId;
/** The same length each time, so that bytes count events. */
const DIGITS = 12;

const SETTLE_MS = 300;

/** `events` per round, one every `everyMs`. */
export type RoomRequest = { side: 'ours' | 'bare'; events: number; everyMs: number };
export type RoomReply = { cpuSeconds: number };
export type RoomPorts = { ours: number; bare: number; frameBytes: number };

const line = (number: number): RealtimeMessage => {
  const id = `01900000-0000-7000-8000-${String(number).padStart(DIGITS, '0')}`;
  const message = {
    id,
    clientKey: id,
    profile: {
      id: AUTHOR,
      domainName: 'davi',
      exibitionName: 'Davi',
      profileImage: null,
      producer: false,
      marks: [],
    },
    text: 'Boa noite a todo mundo, que bom estar aqui de novo!',
    tip: null,
    createdAt: '2026-11-28T01:00:00.000Z',
  } as unknown as RoomMessage;
  return {
    event: 'liveMessages',
    topics: [topicKey('live', SHOW)],
    payload: { id: SHOW, message },
  };
};
/** What a client of ours reads: a message of Engine.IO with an event of Socket.IO. */
const asSent = ({ event, payload }: RealtimeMessage): string =>
  `42${JSON.stringify([event, { success: true, data: payload }])}`;

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const openOurs = async () => {
  const log = createLogger({ level: 'silent', format: 'json' });
  const bus = inProcessBus(log);
  const clock = systemClock;
  const app = Fastify();
  await app.register(cookies);
  const room = createTopic('live', {
    mayJoin: async (_: null, attempts) => attempts.map(() => ({ ownerId: AUTHOR })),
  });
  let members = 0;
  openRealtime(
    app,
    {
      bus,
      presence: memoryPresence(clock),
      clock,
      log,
      config: { publicUrl: 'http://bench', TRUST_PROXY: 'false' },
      topics: createTopicChecks(null, [room]),
    },
    async () => ({
      profileId: `member-${members}` as ProfileId,
      sessionId: `session-${(members += 1)}` as SessionId,
      place: NOWHERE,
    }),
  );
  await app.ready();
  return {
    port: await listen(app.server),
    send: (number: number) => bus.publish('realtime', line(number)),
  };
};

const openBare = async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  return {
    port: await listen(server),
    send: (number: number) => {
      // Encoded once, too.
      const bytes = Buffer.from(asSent(line(number)));
      for (const client of sockets.clients) client.send(bytes, { binary: false });
    },
  };
};

const run = async (): Promise<void> => {
  const sides = { ours: await openOurs(), bare: await openBare() };
  process.on('message', async ({ side, events, everyMs }: RoomRequest) => {
    const before = process.cpuUsage();
    for (let number = 0; number < events; number++) {
      await sides[side].send(number);
      await sleep(everyMs);
    }
    // Events that wait to be written together with others are part of the round.
    await sleep(SETTLE_MS);
    const { user, system } = process.cpuUsage(before);
    process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies RoomReply);
  });
  const frameBytes = Buffer.byteLength(asSent(line(0))) + 4;
  process.send?.({ ours: sides.ours.port, bare: sides.bare.port, frameBytes } satisfies RoomPorts);
};

void run();

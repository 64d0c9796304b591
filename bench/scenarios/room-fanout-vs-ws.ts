// Processor time of one line of the chat of a party, delivered to one of its 1,000 sockets, over a
// bare `ws` that sends the same bytes to all its clients.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figureOf, ratios } from '../figure.ts';
import type { ClientsReply, ClientsRequest } from '../room-clients.ts';
import { SHOW } from '../live/room-show.ts';
import type { RoomPorts, RoomReply, RoomRequest } from '../room.ts';

const SOCKETS = 1_000;
const ROUNDS = 5;
const EVENTS = 30;
/** Slower than events are written together, so that each is written by itself. */
const APART_MS = 110;
/** 50 a second. */
const BUSY_MS = 20;
const ARRIVAL_MS = 10_000;
/** Microseconds of each round. */
type RoundTimes = Record<RoomRequest['side'], number[]>;

const SIDES = ['ours', 'bare'] as const;

const start = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, '..', file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

const ask = async <Reply>(child: ChildProcess, request: object): Promise<Reply> => {
  const answered = once(child, 'message');
  child.send(request);
  return ((await answered) as [Reply])[0];
};

const openRoom = async () => {
  const [room, clients] = [start('room.ts'), start('room-clients.ts')];
  const [ports] = (await once(room, 'message')) as [RoomPorts];
  const connect = (request: Omit<ClientsRequest, 'count'>): Promise<ClientsReply> =>
    ask(clients, { ...request, count: SOCKETS });
  await connect({ port: ports.bare, path: '/', greetings: [] });
  await connect({
    port: ports.ours,
    path: '/realtime/connect/?EIO=4&transport=websocket',
    greetings: [
      { after: '"sid"', send: '40{"token":"any"}' },
      { after: '40{"sid"', send: `42["join",["live:${SHOW}"]]` },
    ],
  });
  await sleep(1_000);
  const received = async (side: RoomRequest['side']): Promise<number> =>
    (await ask<ClientsReply>(clients, { port: ports[side] })).bytes;

  return {
    /** Microseconds of processor time per delivered event, once all have arrived. */
    async microseconds(side: RoomRequest['side'], everyMs: number): Promise<number> {
      const before = await received(side);
      const { cpuSeconds } = await ask<RoomReply>(room, { side, events: EVENTS, everyMs });
      const expected = before + EVENTS * SOCKETS * ports.frameBytes;
      const deadline = performance.now() + ARRIVAL_MS;
      while ((await received(side)) < expected) {
        if (performance.now() > deadline) throw new Error(`${side}: not all events arrived`);
        await sleep(20);
      }
      return (cpuSeconds * 1e6) / EVENTS / SOCKETS;
    },
    close(): void {
      for (const child of [room, clients]) child.kill();
    },
  };
};

export const run = async (): Promise<Figure[]> => {
  const room = await openRoom();
  const apart: RoundTimes = { ours: [], bare: [] };
  const busy: RoundTimes = { ours: [], bare: [] };
  const measure = async (): Promise<void> => {
    for (const side of SIDES) apart[side].push(await room.microseconds(side, APART_MS));
    for (const side of SIDES) busy[side].push(await room.microseconds(side, BUSY_MS));
  };
  try {
    for (let round = 0; round < ROUNDS; round++) await measure();
  } finally {
    room.close();
  }
  const how = `processor time of the server per line of a party's chat and socket, from the bus to the connection, over ws.send of the same bytes, encoded once, to all clients; ${SOCKETS} sockets in the room, median of ${ROUNDS} interleaved rounds of ${EVENTS} events`;
  return [
    figureOf(
      'room-fanout-vs-ws',
      'ratio',
      ratios(apart.ours, apart.bare),
      `events ${APART_MS} ms apart, each written by itself; ${how}`,
    ),
    figureOf(
      'room-fanout-busy-vs-ws',
      'ratio',
      ratios(busy.ours, busy.bare),
      `50 events a second, written together every 100 ms; ${how}`,
    ),
    figureOf(
      'room-fanout-us',
      'µs',
      apart.ours,
      `depends mostly on the machine; events ${APART_MS} ms apart; ${how}`,
    ),
  ];
};

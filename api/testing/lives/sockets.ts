// Sockets in the rooms of shows, for tests.
import type { AddressInfo } from 'node:net';
import type { RealtimeEvent, RealtimeEvents } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import { io, type Socket } from 'socket.io-client';
import type { ApiClient } from '../../api-client.ts';
import { afterFile } from '../after-file.ts';
import { type TestApp, testApp } from '../app.ts';

/** An application whose rooms are heard: it listens, and what happens is published to sockets. */
export const roomApp = async (): Promise<TestApp> => {
  const app = await testApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  app.relay.start();
  return app;
};

export type RoomSocket = {
  socket: Socket;
  /** What arrived of this event, in order. */
  got<Event extends RealtimeEvent>(event: Event): RealtimeEvents[Event][];
  /** The topics that the socket is in after it asked for this one. */
  join(): Promise<string[]>;
};

/**
 * A connected socket of the person that asked for the room, open until the file ends; it may have
 * been refused.
 */
export const openSocket = async (
  app: TestApp,
  person: ApiClient,
  liveId: LiveId,
): Promise<RoomSocket> => {
  const { port } = app.server.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/realtime/connect',
    transports: ['websocket'],
    auth: { token: person.token },
  });
  afterFile(async () => void socket.disconnect());
  const arrived: { event: string; data: unknown }[] = [];
  socket.onAny((event: string, envelope: { data: unknown }) =>
    arrived.push({ event, data: envelope.data }),
  );
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const join = async (): Promise<string[]> =>
    (await socket.emitWithAck('join', [`live:${liveId}`])) as string[];
  await join();
  return {
    socket,
    join,
    got: (event) =>
      arrived.filter((entry) => entry.event === event).map(({ data }) => data) as never,
  };
};

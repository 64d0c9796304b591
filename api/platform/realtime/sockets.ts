// What the realtime server and its sockets know, for all files of this folder.
import type { Socket as Connection } from 'node:net';
import type { SessionId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Server, Socket } from 'socket.io';
import type { Place } from '../http/place.ts';
import type { RefusedCountries } from '../http/refused-countries.ts';
import type { Platform } from '../platform.ts';
import type { Member } from './memberships.ts';
import type { TopicChecks } from './topics.ts';

export type SocketData = Member & {
  socket: RealtimeSocket;
  /** Under the socket, for bytes that are encoded already. */
  connection: Connection;
  sessionId: SessionId;
  place: Place;
  locale: Locale;
  expiresAtMs: number;
};
/** Names of topics are checked: a client may send anything. */
type ClientEvents = {
  locale: (locale: unknown) => void;
  join: (topics: unknown, answer?: unknown) => void;
  leave: (topics: unknown) => void;
};
type ServerEvents = Record<string, (envelope: object) => void>;
export type RealtimeServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

export type RealtimeOptions = Pick<Platform, 'bus' | 'presence' | 'clock' | 'log'> & {
  config: { publicUrl: string } & RefusedCountries;
  topics: TopicChecks;
  /** Set by tests only. */
  tickMs?: number;
};

// A poor network between a client of WebRTC and the engine: a relay of UDP that loses packets, is
// too slow for them, or is seen by the engine under other ports.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HOST = '127.0.0.1';
const CANDIDATE = /^(a=candidate:\S+ \d+ udp \d+ )(\S+) (\d+)( typ host)/gim;

/** To the client (`down`) or to the engine (`up`). */
export type Direction = 'down' | 'up';

export type NetworkRelay = {
  /** The engine's answer, whose address is that of a relay for this connection only. */
  behind(answer: string): Promise<string>;
  counts: { passed: number; lost: number };
  /** Another port to the engine for each client, as after a change of the client's network. */
  changePorts(): void;
  close(): void;
};

/** Whether the packet comes through. */
export type Passes = (direction: Direction, packet: Buffer) => boolean;

/** Loses this part of the packets, of each direction alike. */
export const losing =
  (loss: number): Passes =>
  () =>
    Math.random() >= loss;

/** Whether it is media of this type, as its open header tells. */
export const isRtp = (packet: Buffer, payloadType: number): boolean =>
  (packet[0] ?? 0) >> 6 === 2 && ((packet[1] ?? 0) & 0x7f) === payloadType;

/** Reports and requests, which differ from media also when encrypted (RFC 5761, section 4). */
export const isControl = (packet: Buffer): boolean =>
  (packet[0] ?? 0) >> 6 === 2 && (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223;

/** The time between two packets of sound, by which the relay measures: it needs no clock. */
const SOUND_MS = 20;
const QUEUE_MS = 200;

/**
 * A network to the client that carries this rate, with a short queue before it: what comes while
 * the queue is full is lost, sound and picture alike.
 */
export const slowerThan = (kbps: number, soundType: number): Passes => {
  let queuedBytes = 0;
  return (direction, packet) => {
    if (direction === 'up') return true;
    if (isRtp(packet, soundType)) queuedBytes = Math.max(0, queuedBytes - (kbps / 8) * SOUND_MS);
    if (queuedBytes > (kbps / 8) * QUEUE_MS) return false;
    queuedBytes += packet.length;
    return true;
  };
};

const listen = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  await once(socket.bind(0, HOST), 'listening');
  return socket;
};

export const openNetworkRelay = (passes: Passes): NetworkRelay => {
  const sockets: Socket[] = [];
  const changes: (() => void)[] = [];
  const counts = { passed: 0, lost: 0 };
  const pass = (direction: Direction, packet: Buffer, send: () => void): void => {
    if (passes(direction, packet)) {
      counts.passed += 1;
      send();
    } else counts.lost += 1;
  };
  return {
    counts,
    async behind(answer) {
      const [, , host = '', port = ''] = [...answer.matchAll(CANDIDATE)][0] ?? [];
      const client = await listen();
      sockets.push(client);
      // Browsers try several addresses and ports of theirs: the engine has to see as many.
      const engines = new Map<string, Promise<Socket>>();
      changes.push(() => engines.clear());
      const engineFor = async ({ address, port: from }: RemoteInfo): Promise<Socket> => {
        const engine = await listen();
        sockets.push(engine);
        engine.on('message', (packet) =>
          pass('down', packet, () => client.send(packet, from, address)),
        );
        return engine;
      };
      client.on('message', (packet, from) => {
        const name = `${from.address} ${from.port}`;
        const engine = engines.get(name) ?? engineFor(from);
        engines.set(name, engine);
        void engine.then((socket) =>
          pass('up', packet, () => socket.send(packet, Number(port), host)),
        );
      });
      const { port: relayed } = client.address();
      return answer.replaceAll(
        CANDIDATE,
        (_line, start: string, _host: string, _port: string, end: string) =>
          `${start}${HOST} ${relayed}${end}`,
      );
    },
    changePorts: () => changes.forEach((change) => change()),
    close: () => sockets.splice(0).forEach((socket) => void socket.close()),
  };
};

// A poor network between a client of WebRTC and the engine: a relay of UDP that loses packets.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HOST = '127.0.0.1';
const CANDIDATE = /^(a=candidate:\S+ \d+ udp \d+ )(\S+) (\d+)( typ host)/gim;

export type LossyRelay = {
  /** The engine's answer, whose address is that of a relay for this connection only. */
  behind(answer: string): Promise<string>;
  counts: { passed: number; lost: number };
  close(): void;
};

const listen = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  await once(socket.bind(0, HOST), 'listening');
  return socket;
};

/** Loses this part of the packets, of each direction alike. */
export const openLossyRelay = (loss: number): LossyRelay => {
  const sockets: Socket[] = [];
  const counts = { passed: 0, lost: 0 };
  const pass = (send: () => void): void => {
    if (Math.random() < loss) counts.lost += 1;
    else {
      counts.passed += 1;
      send();
    }
  };
  return {
    counts,
    async behind(answer) {
      const [, , host = '', port = ''] = [...answer.matchAll(CANDIDATE)][0] ?? [];
      const client = await listen();
      sockets.push(client);
      // Browsers try several addresses and ports of theirs: the engine has to see as many.
      const engines = new Map<string, Promise<Socket>>();
      const engineFor = async ({ address, port: from }: RemoteInfo): Promise<Socket> => {
        const engine = await listen();
        sockets.push(engine);
        engine.on('message', (packet) => pass(() => client.send(packet, from, address)));
        return engine;
      };
      client.on('message', (packet, from) => {
        const name = `${from.address} ${from.port}`;
        const engine = engines.get(name) ?? engineFor(from);
        engines.set(name, engine);
        void engine.then((socket) => pass(() => socket.send(packet, Number(port), host)));
      });
      const { port: relayed } = client.address();
      return answer.replaceAll(
        CANDIDATE,
        (_line, start: string, _host: string, _port: string, end: string) =>
          `${start}${HOST} ${relayed}${end}`,
      );
    },
    close: () => sockets.splice(0).forEach((socket) => void socket.close()),
  };
};

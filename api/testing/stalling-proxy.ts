// A network between us and a server that can stop: connections stay open, and nothing moves until
// it goes on.
import net from 'node:net';
import { once } from 'node:events';

export type StallingProxy = {
  port: number;
  /** From now on nothing passes, in neither direction, on old and new connections. */
  stall(): void;
  resume(): void;
  close(): Promise<void>;
};

/** Listens on a free port of the loopback and passes everything on to `target`. */
export const stallingProxy = async (target: {
  host: string;
  port: number;
}): Promise<StallingProxy> => {
  const sockets = new Set<net.Socket>();
  let stalled = false;
  const server = net.createServer((inward) => {
    const outward = net.connect(target);
    for (const [socket, other] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => void (sockets.delete(socket), other.destroy()));
      socket.on('data', (bytes) => void other.write(bytes));
      if (stalled) socket.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

// A UDP port for one viewer whose media comes over TCP to a TURN server. Chromium then sends checks
// with the tie-breaker 0, which libjuice refuses (its issue 355): here they get another one, their
// answers name the address that the viewer's packets come from, and the rest is passed on.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isStun, withMappedAddress, withTieBreaker } from './stun.ts';

/** Addresses at which a TURN server may relay for one viewer. */
const SENDERS_MOST = 8;
const ANY_ADDRESS = '0.0.0.0';
const LOOPBACK = '127.0.0.1';

export type ViewerRelay = {
  port: number;
  /** From now on packets pass between the engine's port and who knows this password of ICE. */
  start(password: string): void;
  close(): void;
};

const bound = async (port: number, host: string): Promise<Socket> => {
  const socket = createSocket('udp4');
  // A packet that can't be sent is lost, like others on the way.
  socket.on('error', () => undefined);
  await once(socket.bind(port, host), 'listening');
  return socket;
};

/** The port and address of a packet can be ones that nothing can be sent to. */
const pass = (socket: Socket, packet: Buffer, port: number, address: string): void => {
  try {
    socket.send(packet, port, address);
  } catch {
    // Lost, as above; an error in a listener would end the engine.
  }
};

/** `port` 0 takes a free one; `enginePort`: where the viewer's packets go. */
export const openViewerRelay = async (
  port: number,
  host: string,
  enginePort: number,
): Promise<ViewerRelay> => {
  const outside = await bound(port, host);
  const near = host === ANY_ADDRESS ? LOOPBACK : host;
  /** The engine sees as many addresses as there are: one socket each. */
  const inside = new Map<string, Socket>();
  let isClosed = false;

  const admit = async (name: string, from: RemoteInfo, password: string): Promise<Socket> => {
    const socket = await bound(0, near);
    if (isClosed) socket.close();
    else {
      inside.set(name, socket);
      socket.on('message', (packet) =>
        pass(outside, withMappedAddress(packet, password, from), from.port, from.address),
      );
    }
    return socket;
  };
  return {
    port: outside.address().port,
    start(password) {
      const coming = new Set<string>();
      outside.on('message', (packet, from) => {
        // A sender can write the port 0, at which no answer arrives.
        if (from.port === 0) return;
        const name = `${from.address} ${from.port}`;
        const known = inside.get(name);
        const checked = isStun(packet) ? withTieBreaker(packet, password) : null;
        if (known) return pass(known, checked ?? packet, enginePort, near);
        // Nothing is sent to who has not proved to be the viewer; a check that is lost is repeated.
        if (!checked || coming.has(name) || inside.size + coming.size >= SENDERS_MOST) return;
        coming.add(name);
        void admit(name, from, password).then(
          (socket) => {
            coming.delete(name);
            if (!isClosed) pass(socket, checked, enginePort, near);
          },
          () => coming.delete(name),
        );
      });
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      outside.close();
      for (const socket of inside.values()) socket.close();
    },
  };
};

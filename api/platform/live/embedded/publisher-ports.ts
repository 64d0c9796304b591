// UDP ports for publishers: one each, because werift binds a socket for each connection.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { LiveError } from '../port.ts';

/** Whether a UDP socket can be bound there. */
const isFreeUdp = async (port: number, host: string): Promise<boolean> => {
  const socket = createSocket('udp4');
  try {
    await once(socket.bind(port, host), 'listening');
  } catch {
    return false;
  }
  socket.close();
  await once(socket, 'close');
  return true;
};

export type PublisherPorts = {
  /**
   * A range for werift, whose first port is free and stays reserved until `release`. Throws
   * LiveError `full` when all are taken; a spare one is given only while half of them are free.
   */
  take(options?: { spare: boolean }): Promise<[number, number]>;
  release(range: [number, number]): void;
};

/**
 * werift takes the first free port of a range by binding it and closing it again, so that two
 * connections at once would get the same one: each gets a range of its own. It refuses a range of
 * one port.
 */
export const createPublisherPorts = (
  [first, last]: [number, number],
  host: string,
): PublisherPorts => {
  const taken = new Set<number>();
  return {
    async take({ spare } = { spare: false }) {
      if (spare && taken.size > (last - first) / 2)
        throw new LiveError('full', 'the other half of LIVE_PUBLISHER_PORTS is for publishers');
      for (let port = first; port <= last; port += 1) {
        if (taken.has(port)) continue;
        taken.add(port);
        if (await isFreeUdp(port, host)) return [port, port + 1];
        taken.delete(port);
      }
      throw new LiveError('full', 'every port of LIVE_PUBLISHER_PORTS is taken');
    },
    release: ([port]) => void taken.delete(port),
  };
};

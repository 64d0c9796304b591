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

/** Ports that one viewer has at the same time, in all rooms. */
const VIEWER_PORTS_MOST = 3;

export type PublisherPorts = {
  /**
   * A range for werift, whose first port is free and stays reserved until `release`. Throws
   * LiveError `full` when all are taken; a viewer is given few, and only while half of them are
   * free.
   */
  take(viewer?: string): Promise<[number, number]>;
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
  /** With the viewer who has it. */
  const taken = new Map<number, string | null>();
  return {
    async take(viewer) {
      if (viewer !== undefined && taken.size > (last - first) / 2)
        throw new LiveError('full', 'the other half of LIVE_PUBLISHER_PORTS is for publishers');
      const own = [...taken.values()].filter((one) => one === viewer);
      if (own.length >= VIEWER_PORTS_MOST)
        throw new LiveError('full', 'this viewer has as many ports as one may have');
      for (let port = first; port <= last; port += 1) {
        if (taken.has(port)) continue;
        taken.set(port, viewer ?? null);
        if (await isFreeUdp(port, host)) return [port, port + 1];
        taken.delete(port);
      }
      throw new LiveError('full', 'every port of LIVE_PUBLISHER_PORTS is taken');
    },
    release: ([port]) => void taken.delete(port),
  };
};

// The UDP port of all viewers. libdatachannel binds it with the first connection and gives it back
// after the last one; between them another program could take it, and then the next viewer would
// end the engine with everyone's shows: node-datachannel lets that error of libdatachannel end the
// process.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import nd from 'node-datachannel';

/**
 * Holds the port until `release`; 0 takes a free one. Throws, with the reason of the system, when
 * it can't be bound.
 */
export const holdViewerPort = async (
  wanted: number,
  host: string,
): Promise<{ port: number; release: () => void }> => {
  // libdatachannel doesn't say why it can't bind a port.
  const probe = createSocket('udp4');
  await once(probe.bind(wanted, host), 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  const listener = new nd.IceUdpMuxListener(port, host);
  return { port, release: () => listener.stop() };
};

// A relay of UDP that loses packets of media in both directions, as a poor network does.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
/** STUN and DTLS begin below (RFC 7983): connections are made, and what they carry is lost. */
const MEDIA_FROM = 128;

export type LossyRelay = { port: number; close(): void };

/** In front of a port of this machine. */
export const openRelay = async (target: number, lost: number): Promise<LossyRelay> => {
  const front = createSocket('udp4');
  const backs = new Map<string, Socket>();
  const isLost = (packet: Buffer): boolean =>
    (packet[0] ?? 0) >= MEDIA_FROM && Math.random() < lost;
  front.on('message', (packet, { address, port }) => {
    // A browser sends from the address of any of the machine's networks.
    const sender = `${address} ${port}`;
    let back = backs.get(sender);
    if (!back) {
      back = createSocket('udp4');
      back.on('message', (answer) => {
        if (!isLost(answer)) front.send(answer, port, address);
      });
      backs.set(sender, back);
    }
    if (!isLost(packet)) back.send(packet, target, HOST);
  });
  await once(front.bind(0), 'listening');
  return {
    port: (front.address() as AddressInfo).port,
    close: () => {
      front.close();
      for (const back of backs.values()) back.close();
    },
  };
};

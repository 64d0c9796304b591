// The packets of a room on their way to its viewers.
import type { MediaKind } from '../rtp.ts';
import { createSentPackets, type SentPackets } from './rtp-sender.ts';

type Receiver = {
  connectedMs: number | null;
  /** `send` is false when the viewer does not get the packet. */
  connection: {
    send(kind: MediaKind, packet: Buffer): boolean;
    forgetPicture(): void;
  } | null;
};

export type FanOut = {
  /** Sends the packet to all viewers that are connected, when no other one is waiting to come. */
  packet(kind: MediaKind, packet: Buffer): void;
  /** Nothing of the picture is kept that came until now. */
  forgetPicture(): void;
  /** The last packets of the picture. */
  sentPicture: SentPackets;
};

/** `onSent` gets the bytes that went to viewers. */
export const createFanOut = (
  viewers: ReadonlyMap<string, Receiver>,
  onSent: (bytes: number) => void,
): FanOut => {
  const sentPicture = createSentPackets();
  const due: { kind: MediaKind; packet: Buffer }[] = [];
  // One viewer after another, not one packet after another: what the connection of a viewer needs
  // stays in the processor's cache.
  const send = (): void => {
    const together = due.splice(0);
    let bytes = 0;
    for (const { connection, connectedMs } of viewers.values()) {
      if (connectedMs === null || connection === null) continue;
      for (const { kind, packet } of together)
        if (connection.send(kind, packet)) bytes += packet.length;
    }
    onSent(bytes);
  };
  return {
    packet(kind, packet) {
      if (kind === 'video') sentPicture.keep(packet);
      if (due.push({ kind, packet }) === 1) setImmediate(send);
    },
    forgetPicture() {
      send();
      sentPicture.forget();
      for (const { connection } of viewers.values()) connection?.forgetPicture();
    },
    sentPicture,
  };
};

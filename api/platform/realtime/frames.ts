// Encodes an event once for all sockets that get it, and writes the same bytes to each.
import type { RealtimeSocket } from './sockets.ts';

/** An encoded event. */
export type Packet = {
  /** As Socket.IO's protocol writes it inside of a message of Engine.IO. */
  text: string;
  /** The same as a whole WebSocket frame. */
  frame: Buffer;
};

/**
 * A socket whose client reads slower than it is written to is closed when this much waits for it;
 * the client connects again and fetches what it missed.
 */
const UNSENT_BYTES_MAX = 1_000_000;

/** Encodes a whole text message without a mask (RFC 6455, section 5.2). */
const frameOf = (message: string): Buffer => {
  const body = Buffer.from(message);
  const { length } = body;
  if (length < 126) return Buffer.concat([Buffer.of(0x81, length), body]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = 0x81;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, body]);
};

export const encode = (event: string, envelope: object): Packet => {
  // 2: an event of Socket.IO; 4: a message of Engine.IO.
  const text = `2${JSON.stringify([event, envelope])}`;
  return { text, frame: frameOf(`4${text}`) };
};

/** Packets that are written together. */
export const join = (packets: readonly Packet[]): { packets: readonly Packet[]; bytes: Buffer } => {
  const [first, ...more] = packets;
  return {
    packets,
    bytes:
      first && more.length === 0 ? first.frame : Buffer.concat(packets.map(({ frame }) => frame)),
  };
};

/**
 * Writes to the socket's connection. Passing each event through Socket.IO and Engine.IO cost half
 * of what the connection itself costs; so only packets that must wait behind others take that way.
 */
export const write = (
  { conn, data: { connection } }: RealtimeSocket,
  { packets, bytes }: ReturnType<typeof join>,
): void => {
  if (conn.readyState !== 'open' || !connection.writable) return;
  if (connection.writableLength > UNSENT_BYTES_MAX) return void connection.destroy();
  if (conn.transport.writable) return void connection.write(bytes);
  // Engine.IO holds packets back until its last one is written: these go behind them.
  for (const { text } of packets) conn.write(text);
};

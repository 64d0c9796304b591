// A WebSocket client that costs the machine little: it reads chunks and answers what keeps a
// connection of Engine.IO open.
import { connect, type Socket } from 'node:net';

export type SocketRequest = {
  port: number;
  path: string;
  /** What the client waits for and what it then sends, in order. It is ready with the last. */
  greetings: { after: string; send: string }[];
};

/** A Socket.IO request of a person who is signed in. */
export const signedIn = (port: number, token: string): SocketRequest => ({
  port,
  path: '/realtime/connect/?EIO=4&transport=websocket',
  greetings: [{ after: '"sid"', send: `40${JSON.stringify({ token })}` }],
});

/** Engine.IO's: a text message of one character. */
const PING = Buffer.of(0x81, 1, 0x32);

/** A masked text frame of less than 64 KiB, as clients send them. */
const frame = (text: string): Buffer => {
  const body = Buffer.from(text);
  // A mask of zeros leaves the text as it is.
  const length =
    body.length < 126
      ? Buffer.of(0x80 | body.length)
      : Buffer.of(0x80 | 126, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(0x81), length, Buffer.of(0, 0, 0, 0), body]);
};

/** Opens a connection; `onChunk` gets all that arrives, as it arrives. */
export const openSocket = (
  { port, path, greetings }: SocketRequest,
  onChunk: (chunk: Buffer) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', reject);
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: bench\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const waiting = [...greetings];
    socket.on('data', (chunk: Buffer) => {
      const next = waiting[0];
      if (next && chunk.includes(next.after)) {
        socket.write(frame(next.send));
        waiting.shift();
      }
      if (waiting.length === 0) resolve(socket);
      onChunk(chunk);
      if (chunk.includes(PING)) socket.write(frame('3'));
    });
  });

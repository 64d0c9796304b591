// A thousand WebSocket clients in a process of their own: `fork`ed by room-fanout-vs-ws.ts. They
// count messages and answer what keeps a connection of Engine.IO open.
import { connect, type Socket } from 'node:net';

export type ClientsRequest = {
  port: number;
  path: string;
  /** What each client waits for and what it then sends, in order. It is ready with the last. */
  greetings: { after: string; send: string }[];
  count: number;
};
/** Bytes that all clients of the port have received. */
export type ClientsReply = { port: number; bytes: number };

/** Engine.IO's: a text message of one character. */
const PING = Buffer.of(0x81, 1, 0x32);

const received = new Map<number, number>();

/** A masked text frame of less than 126 bytes, as clients send them. */
const frame = (text: string): Buffer => {
  const body = Buffer.from(text);
  // A mask of zeros leaves the text as it is.
  return Buffer.concat([Buffer.of(0x81, 0x80 | body.length, 0, 0, 0, 0), body]);
};

const open = ({ port, path, greetings }: ClientsRequest): Promise<Socket> =>
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
      received.set(port, (received.get(port) ?? 0) + chunk.length);
      if (chunk.includes(PING)) socket.write(frame('3'));
    });
  });

process.on('message', async (request: ClientsRequest | { port: number }) => {
  if ('count' in request) for (let index = 0; index < request.count; index++) await open(request);
  const reply: ClientsReply = { port: request.port, bytes: received.get(request.port) ?? 0 };
  process.send?.(reply);
});

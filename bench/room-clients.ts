// A thousand WebSocket clients in a process of their own: `fork`ed by room-fanout-vs-ws.ts. They
// count what they receive.
import { openSocket, type SocketRequest } from './socket-client.ts';

export type ClientsRequest = SocketRequest & { count: number };
/** Bytes that all clients of the port have received. */
export type ClientsReply = { port: number; bytes: number };

/** One after the other they would take a minute on a busy machine. */
const AT_ONCE = 50;

const received = new Map<number, number>();

process.on('message', async (request: ClientsRequest | { port: number }) => {
  if ('count' in request)
    for (let opened = 0; opened < request.count; opened += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, request.count - opened) }, () =>
          openSocket(request, (chunk) =>
            received.set(request.port, (received.get(request.port) ?? 0) + chunk.length),
          ),
        ),
      );
  const reply: ClientsReply = { port: request.port, bytes: received.get(request.port) ?? 0 };
  process.send?.(reply);
});

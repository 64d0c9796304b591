// A site on the loopback for one person: a page of ours, and the application's addresses with that
// person's session.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const PLAYER = join(import.meta.dirname, '../web/features/media/player/hls-source.ts');

/** The product's own player of HLS, as the global `player`. */
const bundlePlayer = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: PLAYER, formats: ['iife'], name: 'player', fileName: 'player' },
    },
  });
  const [first] = [built].flat() as Rolldown.RolldownOutput[];
  return first?.output[0].code ?? '';
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

export const openPersonServer = async (
  port: number,
  { token }: { token: string },
  page: string,
): Promise<{ url: string; close(): void }> => {
  const playerScript = await bundlePlayer();
  const forward = async (request: IncomingMessage) => {
    const body = await bodyOf(request);
    return fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'x-origin': 'CAM',
        'content-type': body[0] === 0x7b ? 'application/json' : 'application/sdp',
      },
      ...(body.length > 0 ? { body } : {}),
    });
  };
  const server = createServer((request, response) => {
    if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(page);
    if (request.url === '/player.js') return void response.end(playerScript);
    void forward(request)
      .then(async (answer) => {
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'text/plain',
        });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://localhost:${own}`, close: () => server.close() };
};

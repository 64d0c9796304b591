// A site on the loopback for one person: a page of ours, and the application's addresses with that
// person's session.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

const HLS = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js');

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
  const hls = await readFile(HLS);
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
    if (request.url === '/hls.js') return void response.end(hls);
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

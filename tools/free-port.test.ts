// Ports for servers of tests.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, isFree } from './free-port.mjs';

test('a port is below those of outgoing connections, and nothing listens there', async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  expect(await isFree(port)).toBe(true);
});

test('a port where a server listens is not free', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await isFree((server.address() as AddressInfo).port)).toBe(false);
  await once(server.close(), 'close');
});

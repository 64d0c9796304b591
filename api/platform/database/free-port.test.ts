// Ports for servers of tests.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, isFree } from './free-port.ts';

test('a port is below those of outgoing connections, and nothing listens there', async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  expect(await isFree(port)).toBe(true);
});

test('ports that are handed out one after the other differ, also from the ones beside them', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports.flatMap((port) => [port, port + 1])).size).toBe(40);
});

test('a port where a server listens is not free', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await isFree((server.address() as AddressInfo).port)).toBe(false);
  await once(server.close(), 'close');
});

// Ports that another program binds while it is asked whether it has them.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePorts, HOST, isBound } from './ports.ts';

test('a port is found to be bound once it is, and no more after that', async () => {
  const { video } = await freePorts();
  expect(await isBound(video)).toBe(false);
  const socket = createSocket('udp4');
  await once(socket.bind(video, HOST), 'listening');
  expect(await isBound(video)).toBe(true);
  socket.close();
  await once(socket, 'close');
  expect(await isBound(video)).toBe(false);
});

/** Binds the port again and again, and prints how often that failed. */
const BINDER = `
import { createSocket } from 'node:dgram';
let failed = 0;
for (let tries = 0; tries < 3_000; tries += 1) {
  const socket = createSocket('udp4');
  await new Promise((resolve) => {
    socket.once('error', () => { failed += 1; resolve(); });
    socket.bind(Number(process.argv[1]), '${HOST}', resolve);
  });
  await new Promise((resolve) => socket.close(resolve));
}
console.log(failed);`;

test('a program that binds its port is not refused because it is asked at that moment whether it has', async () => {
  const { video } = await freePorts();
  const binder = spawn(process.execPath, ['--input-type=module', '-e', BINDER, String(video)]);
  let printed = '';
  binder.stdout.on('data', (text) => (printed += String(text)));
  const ended = once(binder, 'close');
  while (binder.exitCode === null)
    await Promise.all(Array.from({ length: 8 }, () => isBound(video)));
  await ended;
  expect(printed.trim()).toBe('0');
});

// Ports for servers of tests. Not from where the system takes those of outgoing connections (32768
// and above): such a port can be taken again while its server is started, or started again.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

const [FIRST, END] = [20_000, 30_000];

/** @param {number} port */
export async function isFree(port) {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}

/** A TCP port of the loopback where nothing listens, nor at the one after it. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

// Ports for servers that we start. Not from where the system takes those of outgoing connections
// (32768 and above): such a port can be taken again while its server is started, or started again.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
/** A port and the one after it are handed out together. */
const PAIRS = 5_000;
/**
 * Each process takes every 64th pair, in turn: processes that search at the same time, and one that
 * searches again before it listens, get different ports.
 */
const SHARES = 64;
const PAIRS_OF_SHARE = Math.floor(PAIRS / SHARES);
let turn = randomInt(PAIRS_OF_SHARE);

export async function isFree(port: number): Promise<boolean> {
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
export async function freePort(): Promise<number> {
  for (;;) {
    turn = (turn + 1) % PAIRS_OF_SHARE;
    const port = FIRST + 2 * ((process.pid % SHARES) + SHARES * turn);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

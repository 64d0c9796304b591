// A real Redis for the conformance tests, where Debian's redis-server is installed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../platform/database/free-port.ts';

export type RedisServer = {
  url: string;
  /** Kills the server, which keeps nothing, and starts another at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const found = (): boolean => {
  try {
    return execFileSync('redis-server', ['--version'], { encoding: 'utf8' }).includes('v=');
  } catch {
    return false;
  }
};

/** Whether suites on Redis can run; where they can't, they are reported as skipped. */
export const redisInstalled = found();

/** Starts a server on a free port of the loopback, without persistence. */
export const startRedis = async (): Promise<RedisServer> => {
  const port = await freePort();
  let server = await launch(port);
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await stop();
      server = await launch(port);
    },
    stop,
  };
};

const launch = async (port: number): Promise<ChildProcess> => {
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    '/tmp',
  ];
  const server = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  for await (const chunk of server.stdout)
    if (String(chunk).includes('Ready to accept connections')) break;
  return server;
};

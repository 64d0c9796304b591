// `npm run test:turn`: a fan behind a network that lets nothing through but a TURN server watches a
// show in Chromium. Debian's coturn is started on the loopback with the settings of
// docs/operations/live.md.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInPath } from './in-path.mjs';

const HOST = '127.0.0.1';

if (!isInPath('turnserver')) {
  process.stdout.write(
    'Left out: there is no coturn on this machine. Debian: apt-get install coturn\n',
  );
  process.exit(0);
}

const freePort = async () => {
  const socket = createSocket('udp4');
  await once(socket.bind(0, HOST), 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
};

const folder = mkdtempSync(join(tmpdir(), 'camarim-turn-'));
const secret = randomBytes(16).toString('hex');
const port = await freePort();
const turn = spawn(
  'turnserver',
  [
    ['-n', '--no-cli', '--no-tls', '--no-dtls', '--no-multicast-peers', '--allow-loopback-peers'],
    ['--listening-ip', HOST, '--relay-ip', HOST, '--listening-port', String(port)],
    ['--use-auth-secret', '--static-auth-secret', secret, '--realm', 'turn.example.com'],
    ['--pidfile', join(folder, 'turn.pid'), '--log-file', join(folder, 'turn.log')],
    ['--userdb', join(folder, 'turn.db')],
  ].flat(),
  { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
);
const failed = once(turn, 'exit').then(([code]) => {
  throw new Error(`turnserver ended with ${code}`);
});
const journey = spawn('playwright', ['test', '--config', 'playwright.turn.config.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, LIVE_TURN_URLS: `turn:${HOST}:${port}`, LIVE_TURN_SECRET: secret },
});
try {
  const [code] = await Promise.race([once(journey, 'exit'), failed]);
  process.exitCode = code ?? 1;
} finally {
  failed.catch(() => {});
  journey.kill();
  turn.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

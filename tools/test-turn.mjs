// `npm run test:turn`: a fan behind a network that lets nothing through but a TURN server watches a
// show in Chromium. Debian's coturn is started on the loopback with the settings of
// docs/operations/live.md.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
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

/**
 * One of UDP and of TCP: coturn listens on both.
 * @type {() => Promise<number>}
 */
const freePort = async () => {
  const server = createServer();
  await once(server.listen(0, HOST), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const socket = createSocket('udp4');
  const isFree = await once(socket.bind(port, HOST), 'listening').then(
    () => true,
    () => false,
  );
  socket.close();
  server.close();
  return isFree ? port : freePort();
};

/** Signed by itself; `spki` names its key to Chromium, which accepts that alone. */
const makeCertificate = () => {
  const [cert, key] = [join(folder, 'turn.crt'), join(folder, 'turn.key')];
  execFileSync(
    'openssl',
    [
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ['-days', '1', '-subj', '/CN=turn.example.com', '-addext', `subjectAltName=IP:${HOST}`],
      ['-keyout', key, '-out', cert],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const { publicKey } = new X509Certificate(readFileSync(cert));
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { cert, key, spki: createHash('sha256').update(der).digest('base64') };
};

const folder = mkdtempSync(join(tmpdir(), 'camarim-turn-'));
const secret = randomBytes(16).toString('hex');
const { cert, key, spki } = makeCertificate();
const port = await freePort();
const tlsPort = await freePort();
const turn = spawn(
  'turnserver',
  [
    ['-n', '--no-cli', '--no-multicast-peers', '--allow-loopback-peers'],
    ['--listening-ip', HOST, '--relay-ip', HOST, '--listening-port', String(port)],
    ['--tls-listening-port', String(tlsPort), '--cert', cert, '--pkey', key],
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
  env: {
    ...process.env,
    LIVE_TURN_URLS: [
      `turn:${HOST}:${port}?transport=udp`,
      `turn:${HOST}:${port}?transport=tcp`,
      `turns:${HOST}:${tlsPort}?transport=tcp`,
    ].join(','),
    LIVE_TURN_SECRET: secret,
    TURN_CERTIFICATE_SPKI: spki,
  },
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

// `npm run test:s3`: the storage port and the upload flow on another S3 than ours, either a running
// one that S3_TEST_* names or versitygw from the PATH, which is started for the tests with a folder
// of its own.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../api/platform/database/free-port.ts';
import { isInPath } from './in-path.mjs';

const HOW = `There is no S3 to test against. Either have versitygw on the PATH; Go 1.25 or later builds it:

  go install github.com/versity/versitygw/cmd/versitygw@v1.8.0
  PATH="$(go env GOPATH)/bin:$PATH" npm run test:s3

or name a running S3 and a key that may make, fill and delete buckets there:

  S3_TEST_ENDPOINT=https://... S3_TEST_ACCESS_KEY_ID=... S3_TEST_SECRET_ACCESS_KEY=... S3_TEST_REGION=us-east-1 npm run test:s3

The buckets' names begin with camarim-test- and they are deleted at the end.
`;
const NAMES = ['S3_TEST_ENDPOINT', 'S3_TEST_ACCESS_KEY_ID', 'S3_TEST_SECRET_ACCESS_KEY'];
const START_MS = 15_000;

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} endpoint @param {() => boolean} ended */
async function untilAnswering(endpoint, ended) {
  for (let waitedMs = 0; waitedMs < START_MS && !ended(); waitedMs += 100) {
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error('versitygw did not start; its lines above say why');
}

/** Starts versitygw on a free port of the loopback. */
async function startEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'camarim-s3-'));
  // What it keeps of each object beside the bytes goes into files, since not every file system has
  // extended attributes.
  const [data, about] = ['data', 'about'].map((name) => join(folder, name));
  for (const path of [data, about]) mkdirSync(/** @type {string} */ (path));
  const [accessKeyId, secretAccessKey] = ['camarim-test', randomBytes(16).toString('hex')];
  const port = await freePort();
  const engine = spawn(
    'versitygw',
    ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', String(about), String(data)],
    {
      env: { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  engine.stderr.on('data', (chunk) => (said += chunk));
  const stop = async () => {
    if (engine.exitCode === null && engine.signalCode === null) {
      engine.kill('SIGTERM');
      await once(engine, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await untilAnswering(endpoint, () => engine.exitCode !== null);
  } catch (error) {
    await stop();
    process.stderr.write(said);
    throw error;
  }
  return {
    settings: {
      S3_TEST_ENDPOINT: endpoint,
      S3_TEST_ACCESS_KEY_ID: accessKeyId,
      S3_TEST_SECRET_ACCESS_KEY: secretAccessKey,
    },
    stop,
  };
}

/**
 * @param {Record<string, string>} settings @returns {Promise<number>} The code the tests ended
 * with.
 */
async function runTests(settings) {
  const tests = spawn('vitest', ['run', '--project', 's3', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const [code] = await once(tests, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function main() {
  const missing = NAMES.filter((name) => !process.env[name]);
  if (missing.length > 0 && missing.length < NAMES.length) {
    process.stderr.write(`${missing.join(', ')}: must be set together with the others\n`);
    return 1;
  }
  if (missing.length === 0) return runTests({});
  if (!isInPath('versitygw')) {
    process.stderr.write(HOW);
    return 1;
  }
  const engine = await startEngine();
  try {
    return await runTests(engine.settings);
  } finally {
    await engine.stop();
  }
}

process.exitCode = await main();

// A payment sandbox with its own records for a test file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../sandbox/config.ts';
import { startSandbox } from '../../sandbox/server.ts';
import {
  CREDENTIALS,
  type SandboxAccess,
  type SandboxProcess,
  accessTo,
  startSandboxProcess,
} from '../platform/payments/sandbox-process.ts';
import { afterFile } from './after-file.ts';

const newHome = (): Promise<string> => mkdtemp(join(tmpdir(), 'camarim-sandbox-'));
const remove = (home: string): Promise<void> => rm(home, { recursive: true, force: true });

/**
 * Listens in the process of the tests, which reach it over loopback: a process of its own takes
 * seconds of processor time to load and warm up. It ends after the file's last test.
 */
export const testSandbox = async (startAt?: Date): Promise<SandboxAccess> => {
  const home = await newHome();
  const flags = ['--host', '127.0.0.1', '--port', '0', '--home', home];
  const sandbox = await startSandbox({
    ...readConfig(flags, CREDENTIALS),
    ...(startAt && { startAt }),
  });
  afterFile(async () => {
    await sandbox.close();
    await remove(home);
  });
  return { url: sandbox.url, ...accessTo(sandbox.url) };
};

/** A process of its own, as in an installation, for tests that kill it. */
export const testSandboxProcess = async (): Promise<SandboxProcess> => {
  const home = await newHome();
  const silent = { warn: () => undefined, error: () => undefined };
  const sandbox = await startSandboxProcess({ home, port: 0, log: silent });
  afterFile(async () => {
    await sandbox.stop();
    await remove(home);
  });
  return sandbox;
};

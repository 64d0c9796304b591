// Finds the engine of this home, or starts it. It outlives the process that started it, so that a
// restart of the application ends no show: the next process takes it over.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADDRESS_FILE,
  type EngineAddress,
  type EngineOptions,
  OTHER_ENGINE_EXIT_CODE,
} from './calls.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');
const LOG_FILE = 'engine.log';
/** What the engine before this one wrote: it may say why that one ended. */
const FORMER_LOG_FILE = 'engine.former.log';
const LOG_END_CHARACTERS = 2_000;
const READY_WITHIN_MS = 30_000;
const POLL_MS = 20;
const ANSWER_WITHIN_MS = 2_000;
const HUNG_AFTER_MS = 20_000;

/** Changes with the options and with the program. */
const fingerprintOf = async (options: object): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify([options, process.version]));
  for (const folder of ['.', 'sending', '../output'].map((at) => join(import.meta.dirname, at)))
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.ts')).sort())
      hash.update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** What the file says, whether or not that engine still runs. */
const readAddress = async (folder: string): Promise<EngineAddress | null> =>
  readFile(join(folder, ADDRESS_FILE), 'utf8').then(
    (text) => JSON.parse(text) as EngineAddress,
    () => null,
  );

/**
 * `absent`: no engine listens there, or it has another token: a process id may belong to another
 * program. `silent`: an engine that is only late on a busy machine, or that hangs.
 */
const check = ({ port, token }: EngineAddress): Promise<'ready' | 'absent' | 'silent'> =>
  fetch(`http://127.0.0.1:${port}/health`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: 'null',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    ({ ok }) => (ok ? 'ready' : 'absent'),
    (error: unknown) => (isRefused(error) ? 'absent' : 'silent'),
  );

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

const untilEnded = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await sleep(POLL_MS);
};

/**
 * The engine that runs on the folder, if one does. One that is silent for `hungAfterMs` is killed;
 * before, it must not be replaced: its viewers would lose a show that goes on.
 */
export const findEngine = async (
  folder: string,
  hungAfterMs = HUNG_AFTER_MS,
): Promise<EngineAddress | null> => {
  const deadline = performance.now() + hungAfterMs;
  for (;;) {
    const found = await readAddress(folder);
    if (!found || !isAlive(found.pid)) return null;
    const state = await check(found);
    if (state === 'ready') return found;
    if (state === 'absent') return null;
    if (performance.now() > deadline) {
      process.kill(found.pid, 'SIGKILL');
      await untilEnded(found.pid);
      return null;
    }
  }
};

const start = async (options: EngineOptions): Promise<ChildProcess> => {
  const path = join(options.folder, LOG_FILE);
  await rename(path, join(options.folder, FORMER_LOG_FILE)).catch(() => undefined);
  const log = await open(path, 'w', 0o600);
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    cwd: options.folder,
    env: {
      PATH: process.env['PATH'],
      ...(process.env['NODE_COMPILE_CACHE'] === undefined
        ? {}
        : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
    },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  await log.close();
  return child;
};

/** Resolves when it is ready; throws with the last of its output when it ended before. */
const untilReady = async (child: ChildProcess, folder: string): Promise<EngineAddress> => {
  let failure: string | null = null;
  child.once('error', (error) => (failure = String(error)));
  child.once('exit', (code, signal) => (failure ??= `it ended (${signal ?? `exit code ${code}`})`));
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const found = await readAddress(folder);
    if (found?.pid === child.pid && found !== null) return found;
    if (failure !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      const output = await readFile(join(folder, LOG_FILE), 'utf8').catch(() => '');
      throw new Error(
        `the engine of live video did not start: ${failure ?? 'it was not ready in time'}\n${output.trim().slice(-LOG_END_CHARACTERS)}`,
      );
    }
    await sleep(POLL_MS);
  }
};

const endEngine = async ({ pid }: EngineAddress): Promise<void> => {
  process.kill(pid, 'SIGTERM');
  await untilEnded(pid);
};

/**
 * The engine that runs, or a new one. With `replace`, one that was started with other options or
 * another program is ended first: a process does so once, at its start, so that two processes with
 * different settings do not end each other's engine for ever. Throws when none can be started.
 */
export const obtainEngine = async (
  options: Omit<EngineOptions, 'fingerprint'>,
  { replace }: { replace: boolean },
): Promise<EngineAddress> => {
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fingerprint = await fingerprintOf(options);
  const running = await findEngine(folder);
  if (running && (running.fingerprint === fingerprint || !replace)) return running;
  if (running) await endEngine(running);
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const child = await start({ ...options, fingerprint });
    try {
      return await untilReady(child, folder);
    } catch (error) {
      // Another process of this installation may have started it at the same moment, or does so
      // now.
      const other = await findEngine(folder);
      if (other) return other;
      if (child.exitCode !== OTHER_ENGINE_EXIT_CODE || performance.now() > deadline) throw error;
    }
  }
};

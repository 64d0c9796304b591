// Starts a child that can do little: bounded time, memory and files, no network, no environment, read access to what it needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

export type SandboxLimits = { timeoutMs: number; memoryBytes: number; cpuSeconds: number; fileBytes: number };

export type SandboxedRun = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string; timedOut: boolean };

const REPOSITORY = join(import.meta.dirname, '../../..');
const STDERR_MAX = 2_000;

const works = async (command: string, args: string[]): Promise<boolean> => {
  const child = spawn(command, args, { stdio: 'ignore' });
  const [code] = (await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [1])])) as [number | null];
  return code === 0;
};

/** What this machine offers, tried once: a namespace without network, and limits of the kernel. */
const findWrappers = async (): Promise<{ unshare: string[]; prlimit: boolean }> => {
  const [asRoot, asUser, prlimit] = await Promise.all([
    works('unshare', ['--net', 'true']),
    works('unshare', ['--map-root-user', '--net', 'true']),
    works('prlimit', ['--core=0', 'true']),
  ]);
  return { unshare: asRoot ? ['unshare', '--net'] : asUser ? ['unshare', '--map-root-user', '--net'] : [], prlimit };
};
let wrappers: ReturnType<typeof findWrappers> | undefined;

/**
 * Runs a script of ours on files of others. `readable` and `writable` are the only paths of the file system it gets, the
 * code itself aside; Node's permission model refuses everything else, and the kernel's limits hold where there are any.
 */
export const runSandboxed = async (
  script: string,
  args: readonly string[],
  { readable, writable, limits, signal }: { readable: string; writable: string; limits: SandboxLimits; signal?: AbortSignal | undefined },
): Promise<SandboxedRun> => {
  wrappers ??= findWrappers();
  const { unshare, prlimit } = await wrappers;
  const kernel = prlimit ? ['prlimit', '--core=0', `--data=${limits.memoryBytes}`, `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileBytes}`, '--nofile=256'] : [];
  const node = [
    process.execPath, '--permission', '--allow-addons', '--disable-warning=SecurityWarning', '--max-old-space-size=256',
    `--allow-fs-read=${join(REPOSITORY, 'node_modules')}`, `--allow-fs-read=${join(REPOSITORY, 'api')}`, `--allow-fs-read=${join(REPOSITORY, 'package.json')}`,
    `--allow-fs-read=${readable}`, `--allow-fs-read=${writable}`, `--allow-fs-write=${writable}`,
  ];
  const [command = process.execPath, ...rest] = [...kernel, ...unshare, ...node, script, ...args];
  const child = spawn(command, rest, {
    cwd: dirname(script),
    env: { PATH: process.env['PATH'], HOME: writable, TMPDIR: writable, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let timedOut = false;
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limits.timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const [stdout, stderr, [code, ended]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>]);
    return { code, signal: ended, stdout, stderr: stderr.slice(-STDERR_MAX), timedOut };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
};

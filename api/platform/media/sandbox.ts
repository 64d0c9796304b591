// Starts a child that can do little: bounded time, memory and files, no network, no environment, read access to what it needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export type SandboxLimits = { timeoutMs: number; memoryBytes: number; cpuSeconds: number; fileBytes: number };

export type SandboxedRun = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string; timedOut: boolean };

/** `readable` and `writable` are the only paths of the file system the child needs, its own program aside. */
export type Confinement = {
  readable: string;
  writable: string;
  limits: SandboxLimits;
  signal?: AbortSignal | undefined;
  /** Given each line of standard output as it comes; without it the whole is in the answer. */
  onLine?: (line: string) => void;
};

const REPOSITORY = join(import.meta.dirname, '../../..');
const STDERR_MAX = 2_000;

/** A program that is not there works as little as one that fails. */
const works = (command: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: 'ignore' })
      .once('exit', (code) => resolve(code === 0))
      .once('error', () => resolve(false));
  });

/** What this machine offers, tried once: a namespace without network, a view of few files, limits of the kernel, and an end with its parent's, killed or not. */
const findWrappers = async (): Promise<{ unshare: string[]; bwrap: boolean; prlimit: boolean; mortal: string[] }> => {
  const [asRoot, asUser, bwrap, prlimit, setpriv] = await Promise.all([
    works('unshare', ['--net', 'true']),
    works('unshare', ['--map-root-user', '--net', 'true']),
    works('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']),
    works('prlimit', ['--core=0', 'true']),
    works('setpriv', ['--pdeathsig', 'KILL', 'true']),
  ]);
  return { unshare: asRoot ? ['unshare', '--net'] : asUser ? ['unshare', '--map-root-user', '--net'] : [], bwrap, prlimit, mortal: setpriv ? ['setpriv', '--pdeathsig', 'KILL'] : [] };
};
let wrappers: ReturnType<typeof findWrappers> | undefined;

const kernelLimits = (limits: SandboxLimits): string[] => ['prlimit', '--core=0', `--data=${limits.memoryBytes}`, `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileBytes}`, '--nofile=256'];

const run = async (line: readonly string[], cwd: string, { writable, limits, signal, onLine }: Confinement): Promise<SandboxedRun> => {
  const [command = process.execPath, ...rest] = line;
  const child = spawn(command, rest, {
    cwd,
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
  if (signal?.aborted) kill();
  if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
  try {
    const [stdout, stderr, [code, ended]] = await Promise.all([onLine ? '' : text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>]);
    return { code, signal: ended, stdout, stderr: stderr.slice(-STDERR_MAX), timedOut };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
};

/**
 * Runs a script of ours on files of others. Node's permission model refuses every path that was not named, and the
 * kernel's limits hold where there are any.
 */
export const runSandboxed = async (script: string, args: readonly string[], confinement: Confinement): Promise<SandboxedRun> => {
  wrappers ??= findWrappers();
  const { unshare, prlimit, mortal } = await wrappers;
  const { readable, writable, limits } = confinement;
  const node = [
    process.execPath, '--permission', '--allow-addons', '--disable-warning=SecurityWarning', '--max-old-space-size=256',
    `--allow-fs-read=${join(REPOSITORY, 'node_modules')}`, `--allow-fs-read=${join(REPOSITORY, 'api')}`, `--allow-fs-read=${join(REPOSITORY, 'package.json')}`,
    `--allow-fs-read=${readable}`, `--allow-fs-read=${writable}`, `--allow-fs-write=${writable}`,
  ];
  return run([...(prlimit ? kernelLimits(limits) : []), ...unshare, ...mortal, ...node, script, ...args], dirname(script), confinement);
};

/** A program's own places, the same on Debian and its kin. */
const SYSTEM = ['/usr', '/bin', '/lib', '/lib64', '/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache'];

/**
 * Runs a program of the system on files of others, in `writable`. It sees only the paths it was given where bubblewrap
 * is installed; without it, it has no network and the kernel's limits, and its caller must keep it from other paths.
 */
export const runProgram = async (program: string, args: readonly string[], confinement: Confinement): Promise<SandboxedRun> => {
  wrappers ??= findWrappers();
  const { unshare, bwrap, prlimit, mortal } = await wrappers;
  const { readable, writable, limits } = confinement;
  const system = [...SYSTEM, dirname(program)].flatMap((path) => ['--ro-bind-try', path, path]);
  const view = ['bwrap', '--unshare-all', '--die-with-parent', '--new-session', ...system, '--proc', '/proc', '--dev', '/dev', '--ro-bind', readable, readable, '--bind', writable, writable, '--chdir', writable];
  return run([...(prlimit ? kernelLimits(limits) : []), ...(bwrap ? view : [...unshare, ...mortal]), program, ...args], writable, confinement);
};

// Starts a child that can do little: bounded time, memory and files, no network, no environment,
// read access to what it needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

export type SandboxLimits = {
  timeoutMs: number;
  memoryBytes: number;
  cpuSeconds: number;
  fileBytes: number;
};

export type SandboxedRun = {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
};

/**
 * `readable` and `writable` are the only paths of the file system the child needs, its own program
 * aside.
 */
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
/**
 * Facts and lists of numbers; a child that says more is stopped before it fills this process's
 * memory.
 */
const STDOUT_MAX = 4 * 1024 ** 2;
const LINE_MAX = 64 * 1024;

/** False also for a program that is not installed. */
const succeeds = (command: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: 'ignore' })
      .once('exit', (code) => resolve(code === 0))
      .once('error', () => resolve(false));
  });

/**
 * What this machine offers: a namespace without network, bubblewrap, limits of the kernel, and an
 * end with the parent's.
 */
export type SandboxTools = {
  unshare: string[];
  bwrap: boolean;
  prlimit: boolean;
  mortal: string[];
};

const ISOLATED = ['--unshare-all', '--die-with-parent', '--new-session'];
const DEVICES = ['--proc', '/proc', '--dev', '/dev'];

const findTools = async (): Promise<SandboxTools> => {
  const [asRoot, asUser, bwrap, prlimit, setpriv] = await Promise.all([
    succeeds('unshare', ['--net', 'true']),
    succeeds('unshare', ['--map-root-user', '--net', 'true']),
    // With everything that a run asks for: some containers allow a namespace and no /proc in it.
    succeeds('bwrap', [...ISOLATED, '--ro-bind', '/', '/', ...DEVICES, 'true']),
    succeeds('prlimit', ['--core=0', 'true']),
    succeeds('setpriv', ['--pdeathsig', 'KILL', 'true']),
  ]);
  return {
    unshare: asRoot ? ['unshare', '--net'] : asUser ? ['unshare', '--map-root-user', '--net'] : [],
    bwrap,
    prlimit,
    mortal: setpriv ? ['setpriv', '--pdeathsig', 'KILL'] : [],
  };
};
let tools: Promise<SandboxTools> | undefined;

/** Tried once in the life of the process. */
export const sandboxTools = (): Promise<SandboxTools> => (tools ??= findTools());

const kernelLimits = (limits: SandboxLimits): string[] => [
  'prlimit',
  '--core=0',
  `--data=${limits.memoryBytes}`,
  `--cpu=${limits.cpuSeconds}`,
  `--fsize=${limits.fileBytes}`,
  '--nofile=256',
];

/** The last bytes of the stream. */
const readLast = async (stream: Readable, most: number): Promise<string> => {
  let tail = Buffer.alloc(0);
  for await (const chunk of stream)
    tail = Buffer.from(Buffer.concat([tail, chunk as Buffer]).subarray(-most));
  return tail.toString();
};

/** Reads the whole stream. Bytes above `most` are discarded, and `tooMuch` is called. */
const readAtMost = async (stream: Readable, most: number, tooMuch: () => void): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= most) chunks.push(chunk);
    else tooMuch();
  }
  return bytes <= most ? Buffer.concat(chunks).toString() : '';
};

const readLines = async (
  stream: Readable,
  onLine: (line: string) => void,
  tooMuch: () => void,
): Promise<string> => {
  let held = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (held + String(chunk)).split('\n');
    held = lines.pop() ?? '';
    if (held.length > LINE_MAX) {
      held = '';
      tooMuch();
    }
    for (const line of lines) onLine(line);
  }
  return '';
};

/** bubblewrap answers 128 and the signal's number for a child that a signal ended. */
const endOf = (
  code: number | null,
  signal: NodeJS.Signals | null,
): Pick<SandboxedRun, 'code' | 'signal'> => {
  const name =
    code !== null && code > 128
      ? (Object.keys(constants.signals) as NodeJS.Signals[]).find(
          (one) => constants.signals[one] === code - 128,
        )
      : undefined;
  return name === undefined ? { code, signal } : { code: null, signal: name };
};

const run = async (
  line: readonly string[],
  cwd: string,
  { writable, limits, signal, onLine }: Confinement,
): Promise<SandboxedRun> => {
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
  try {
    const [stdout, stderr, [code, ended]] = await Promise.all([
      onLine ? readLines(child.stdout, onLine, kill) : readAtMost(child.stdout, STDOUT_MAX, kill),
      readLast(child.stderr, STDERR_MAX),
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    return { ...endOf(code, ended), stdout, stderr, timedOut };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
};

/** A program's own places, the same on Debian and its kin. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/lib',
  '/lib64',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
];

/**
 * The whole line of a child: limits, then the view of few files where bubblewrap works, else no
 * network where the kernel allows it.
 */
const confined = (
  { unshare, bwrap, prlimit, mortal }: SandboxTools,
  { readable, writable, limits }: Pick<Confinement, 'readable' | 'writable' | 'limits'>,
  places: readonly string[],
  { cwd, network = false }: { cwd: string; network?: boolean },
): string[] => {
  const seen = [...SYSTEM, ...places].flatMap((path) => ['--ro-bind-try', path, path]);
  const view = [
    'bwrap',
    ...ISOLATED,
    ...(network ? ['--share-net'] : []),
    ...seen,
    ...DEVICES,
    '--ro-bind',
    readable,
    readable,
    '--bind',
    writable,
    writable,
    '--chdir',
    cwd,
  ];
  const bare = network ? mortal : [...unshare, ...mortal];
  return [...(prlimit ? kernelLimits(limits) : []), ...(bwrap ? view : bare)];
};

/** Where our scripts and their libraries are. */
const CODE = [
  join(REPOSITORY, 'node_modules'),
  join(REPOSITORY, 'api'),
  // node_modules has a link to it.
  join(REPOSITORY, 'contract'),
  join(REPOSITORY, 'package.json'),
];

/**
 * Runs a script of ours on files of others. It sees only the paths it was given where bubblewrap
 * works. Node's permission model refuses every other path too, but native libraries do not pass
 * through it.
 */
export const runSandboxed = async (
  script: string,
  args: readonly string[],
  confinement: Confinement,
): Promise<SandboxedRun> => {
  const { readable, writable } = confinement;
  const node = [
    process.execPath,
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    '--max-old-space-size=256',
    ...[...CODE, readable, writable].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${writable}`,
  ];
  const cwd = dirname(script);
  return run(
    [
      ...confined(await sandboxTools(), confinement, [...CODE, dirname(process.execPath), cwd], {
        cwd,
      }),
      ...node,
      script,
      ...args,
    ],
    cwd,
    confinement,
  );
};

/**
 * Runs a program of the system on files of others, in `writable`. It sees only the paths it was
 * given where bubblewrap works; without it, it has no network and the kernel's limits, and its
 * caller must keep it from other paths.
 */
export const runProgram = async (
  program: string,
  args: readonly string[],
  confinement: Confinement,
): Promise<SandboxedRun> =>
  run(
    [
      ...confined(await sandboxTools(), confinement, [dirname(program)], {
        cwd: confinement.writable,
      }),
      program,
      ...args,
    ],
    confinement.writable,
    confinement,
  );

/**
 * The line of a program that lasts, to which its caller sends packets over the loopback, so that it
 * keeps the network. It sees only `folder`, where it writes, has the kernel's limits, and ends with
 * its parent. A signal other than SIGKILL does not reach it.
 */
export const lastingProgram = async (
  program: string,
  args: readonly string[],
  { folder, limits }: { folder: string; limits: Omit<SandboxLimits, 'timeoutMs'> },
): Promise<string[]> => [
  ...confined(
    await sandboxTools(),
    { readable: folder, writable: folder, limits: { ...limits, timeoutMs: Infinity } },
    [dirname(program)],
    { cwd: folder, network: true },
  ),
  program,
  ...args,
];

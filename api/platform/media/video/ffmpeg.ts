// Debian's ffmpeg and ffprobe, each run in its own sandbox and allowed to open nothing but the
// files it was given.
import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { EncoderMissing, MediaRefused } from '../port.ts';
import { runProgram, type SandboxLimits } from '../sandbox.ts';

/**
 * Which reader opens which content. Naming it keeps a file from being read as a playlist that
 * points elsewhere.
 */
const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'image/apng': 'apng',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
};

export const isPlayable = (contentType: string): boolean =>
  contentType in DEMUXERS && !contentType.startsWith('image/');

/** Opens one file by one reader, and nothing else: no network protocol, no file named inside it. */
export const inputOf = (file: string, contentType: string): string[] => {
  const demuxer = DEMUXERS[contentType];
  if (demuxer === undefined) throw new MediaRefused('typeNotAllowed', contentType);
  return [
    '-protocol_whitelist',
    'file',
    '-f',
    demuxer,
    ...(demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    '-i',
    `file:${file}`,
  ];
};

const findProgram = async (name: string): Promise<string | null> => {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await stat(path).catch(() => null))?.isFile()) return path;
  }
  return null;
};
const found = new Map<string, Promise<string | null>>();

const programOf = async (name: 'ffmpeg' | 'ffprobe'): Promise<string> => {
  const search = found.get(name) ?? findProgram(name);
  found.set(name, search);
  const program = await search;
  if (program === null)
    throw new EncoderMissing(
      `${name} is not installed; on Debian: apt-get install --no-install-recommends ffmpeg`,
    );
  return program;
};

export type EncodingTask = {
  /** The uploaded file. */
  file: string;
  folder: string;
  signal: AbortSignal;
};

/** An honest file is read in a moment; one that is not is given up. */
const PROBE_LIMITS: SandboxLimits = {
  timeoutMs: 30_000,
  memoryBytes: 1024 ** 3,
  cpuSeconds: 20,
  fileBytes: 1024,
};

/** What ffprobe says of the file, as JSON. Throws MediaRefused when it can make nothing of it. */
export const probe = async (
  contentType: string,
  { file, folder, signal }: EncodingTask,
): Promise<unknown> => {
  const program = await programOf('ffprobe');
  const run = await runProgram(
    program,
    [
      '-v',
      'error',
      '-show_format',
      '-show_streams',
      '-print_format',
      'json',
      ...inputOf(file, contentType),
    ],
    { readable: file, writable: folder, limits: PROBE_LIMITS, signal },
  );
  signal.throwIfAborted();
  if (run.timedOut || run.signal !== null || run.code !== 0)
    throw new MediaRefused(
      'damaged',
      run.timedOut ? 'took too long to read' : run.stderr || String(run.signal),
    );
  return JSON.parse(run.stdout);
};

/** Time for a slow machine: many times what an idle core needs for that much video. */
export const encodingLimits = (durationMs: number): SandboxLimits => {
  const seconds = Math.ceil(durationMs / 1_000);
  return {
    timeoutMs: (300 + seconds * 30) * 1_000,
    memoryBytes: 3 * 1024 ** 3,
    cpuSeconds: 300 + seconds * 30,
    fileBytes: 20 * 1024 ** 3,
  };
};

/**
 * Runs ffmpeg in the folder; `onTime` is called with the encoded time. Throws MediaRefused when the
 * file stops it.
 */
export const encode = async (
  args: readonly string[],
  { file, folder, signal }: EncodingTask,
  { limits, onTime }: { limits: SandboxLimits; onTime?: (madeMs: number) => void },
): Promise<string> => {
  const program = await programOf('ffmpeg');
  const onLine = (line: string): void => {
    const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN);
    if (Number.isFinite(microseconds)) onTime?.(microseconds / 1_000);
  };
  const always = [
    '-hide_banner',
    '-nostdin',
    '-y',
    '-loglevel',
    'info',
    '-nostats',
    '-progress',
    'pipe:1',
  ];
  const run = await runProgram(program, [...always, ...args], {
    readable: file,
    writable: folder,
    limits,
    signal,
    onLine,
  });
  signal.throwIfAborted();
  if (run.timedOut || run.signal !== null)
    throw new MediaRefused('damaged', run.timedOut ? 'took too long' : `ended by ${run.signal}`);
  if (run.code !== 0) throw new MediaRefused('damaged', run.stderr);
  return run.stderr;
};

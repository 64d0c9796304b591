// Multipart uploads remembered by this browser, so that after a reload only the missing parts are
// sent.
import { DAY_MS } from '@camarim/contract/time';

/** Identifies a file without reading its content. */
export type FileMark = { name: string; size: number; lastModified: number };

export type UnfinishedUpload = FileMark & {
  key: string;
  uploadId: string;
  /** Milliseconds since 1970. */
  begunAt: number;
  /** All parts have arrived and are one object at `key`, which is not used in a post yet. */
  whole: boolean;
};

const STORED = 'camarim.uploads';
/** The server sweeps abandoned uploads after this time. */
const KEPT_MS = DAY_MS;
const KEPT_MAX = 20;

const isSame = (one: FileMark, other: FileMark): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const isUnfinished = (value: unknown): value is UnfinishedUpload =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'uploadId' in value &&
  'begunAt' in value &&
  typeof value.begunAt === 'number';

/** Uploads that can be resumed, newest first. */
export const listUnfinished = (): UnfinishedUpload[] => {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(STORED) ?? '[]');
  } catch {
    // Invalid JSON or another format is ignored.
    stored = [];
  }
  return Array.isArray(stored)
    ? stored.filter(isUnfinished).filter(({ begunAt }) => Date.now() - begunAt < KEPT_MS)
    : [];
};

export const findUnfinished = (file: FileMark): UnfinishedUpload | null =>
  listUnfinished().find((known) => isSame(known, file)) ?? null;

const store = (all: readonly UnfinishedUpload[]): void => {
  try {
    localStorage.setItem(STORED, JSON.stringify(all.slice(0, KEPT_MAX)));
  } catch {
    // With a full local storage only resuming after a reload is lost.
  }
};

export const rememberUpload = (
  { name, size, lastModified }: FileMark,
  known: { key: string; uploadId: string; whole?: boolean },
): void => {
  const { key, uploadId, whole = false } = known;
  const others = listUnfinished().filter((one) => !isSame(one, { name, size, lastModified }));
  store([{ name, size, lastModified, key, uploadId, begunAt: Date.now(), whole }, ...others]);
};

export const forgetUpload = (file: FileMark): void =>
  store(listUnfinished().filter((known) => !isSame(known, file)));

// Uploads one large file in parts: in parallel, with retries per part, and after a reload only the
// missing ones.
import type { LimitFunction } from 'p-limit';
import type { UploadedFile } from './upload-form.ts';
import { withRetries } from './retries.ts';
import { UploadError } from './send-bytes.ts';
import { findUnfinished, forgetUpload, rememberUpload } from './unfinished.ts';

export type MultiUpload = {
  key: string;
  uploadId: string;
  expiresAt: string;
  parts: { partNumber: number; bytes: number; url: string }[];
  arrived: { partNumber: number; bytes: number; etag: string }[];
};

type MultiUploadId = { key: string; uploadId: string };

/** The API calls of a multipart upload. */
export type PartCalls = {
  begin: (file: File, contentType: string) => Promise<MultiUpload>;
  /** Null when the upload no longer exists. */
  resume: (begun: MultiUploadId, size: number) => Promise<MultiUpload | null>;
  complete: (begun: MultiUploadId, parts: MultiUpload['arrived']) => Promise<UploadedFile>;
  abort: (begun: MultiUploadId) => Promise<void>;
  put: (part: {
    url: string;
    body: Blob;
    signal: AbortSignal;
    onProgress: (share: number) => void;
  }) => Promise<void>;
};

export type UploadOptions = {
  contentType: string;
  lanes: LimitFunction;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (share: number) => void;
};

/**
 * Presigned URLs expire and a store may lose parts, so the missing ones are requested again up to
 * this number of rounds.
 */
const ROUNDS_MAX = 4;

/** Merges the progress of all parts into one share of the file. */
const createProgressMeter = (total: number, onProgress: UploadOptions['onProgress']) => {
  const sent = new Map<number, number>();
  return (partNumber: number, bytes: number): void => {
    sent.set(partNumber, bytes);
    onProgress(Math.min(1, [...sent.values()].reduce((sum, part) => sum + part, 0) / total));
  };
};

/** A permanent failure of one part aborts the others. */
const sendMissing = async (
  file: File,
  upload: MultiUpload,
  calls: PartCalls,
  { lanes, signal, onProgress }: UploadOptions,
  partBytes: number,
): Promise<void> => {
  const meter = createProgressMeter(file.size, onProgress);
  for (const { partNumber, bytes } of upload.arrived) meter(partNumber, bytes);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const sendPart = async ({
    partNumber,
    bytes,
    url,
  }: MultiUpload['parts'][number]): Promise<void> => {
    // The URLs have expired; the next round has new ones.
    if (Date.now() >= Date.parse(upload.expiresAt)) return;
    const start = (partNumber - 1) * partBytes;
    const body = file.slice(start, start + bytes);
    await withRetries(
      () =>
        calls.put({
          url,
          body,
          signal: either,
          onProgress: (share) => meter(partNumber, share * bytes),
        }),
      either,
    );
    meter(partNumber, bytes);
  };
  try {
    await Promise.all(
      upload.parts.map((part) => lanes(() => (either.throwIfAborted(), sendPart(part)))),
    );
  } catch (error) {
    failed.abort(error);
    throw error;
  }
};

const beginOrResume = async (
  file: File,
  calls: PartCalls,
  { contentType, signal }: UploadOptions,
): Promise<MultiUpload> => {
  const known = findUnfinished(file);
  const resumed = known && (await withRetries(() => calls.resume(known, file.size), signal));
  if (resumed) return resumed;
  const begun = await withRetries(() => calls.begin(file, contentType), signal);
  rememberUpload(file, begun);
  return begun;
};

/**
 * Rejects with UploadError, or with the signal's reason when it was aborted; the upload can then be
 * resumed. Does not need the ETag header, which some stores hide from browsers: the server lists
 * the parts that arrived.
 */
export const uploadInParts = async (
  file: File,
  calls: PartCalls,
  sending: UploadOptions,
  partBytes: number,
): Promise<UploadedFile> => {
  const known = findUnfinished(file);
  if (known?.whole) return { key: known.key, etag: null };
  let upload = await beginOrResume(file, calls, sending);
  for (let round = 0; upload.parts.length > 0; round += 1) {
    if (round === ROUNDS_MAX) throw new UploadError(0, 'IncompleteUpload');
    await sendMissing(file, upload, calls, sending, partBytes);
    const arrived = await withRetries(() => calls.resume(upload, file.size), sending.signal);
    if (!arrived) throw new UploadError(404, 'NoSuchUpload');
    upload = arrived;
  }
  const uploaded = await withRetries(() => calls.complete(upload, upload.arrived), sending.signal);
  rememberUpload(file, { ...upload, whole: true });
  return uploaded;
};

/** Aborts a started upload, here and in the object store. */
export const discardParts = async (
  file: { name: string; size: number; lastModified: number },
  calls: Pick<PartCalls, 'abort'>,
): Promise<void> => {
  const known = findUnfinished(file);
  if (!known) return;
  forgetUpload(file);
  if (!known.whole) await calls.abort(known);
};

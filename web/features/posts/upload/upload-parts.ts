// Sends one large file in parts: several at once, each again when it fails, and after a reload only
// what is missing.
import type { UploadedFile } from './upload-form.ts';
import type { Semaphore } from './semaphore.ts';
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

/** The calls that an upload in parts is made of. */
export type PartCalls = {
  begin: (file: File, contentType: string) => Promise<MultiUpload>;
  /** Null when there is nothing to take up any more. */
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
  lanes: Semaphore;
  signal: AbortSignal;
  /** 0 to 1. */ onProgress: (share: number) => void;
};

/** Addresses run out and parts get lost in a store: so often what is missing is asked for anew. */
const ROUNDS_MAX = 4;

/** Bytes there and on their way, as one share of the whole. */
const createProgressMeter = (total: number, onProgress: UploadOptions['onProgress']) => {
  const sent = new Map<number, number>();
  return (partNumber: number, bytes: number): void => {
    sent.set(partNumber, bytes);
    onProgress(Math.min(1, [...sent.values()].reduce((sum, part) => sum + part, 0) / total));
  };
};

/** One failure for good stops the other parts too. */
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
    // The next round has new addresses.
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
    await Promise.all(upload.parts.map((part) => lanes(() => sendPart(part), either)));
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
 * Rejects with UploadError, or with the signal's reason when it was stopped: then it can be taken
 * up again. A store that hides ETag from browsers suits too: the server is asked for what arrived.
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

/** Gives up what was begun of a file, here and in the store. */
export const discardParts = async (
  file: { name: string; size: number; lastModified: number },
  calls: Pick<PartCalls, 'abort'>,
): Promise<void> => {
  const known = findUnfinished(file);
  if (!known) return;
  forgetUpload(file);
  if (!known.whole) await calls.abort(known);
};

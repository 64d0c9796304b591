// Uploads a file: small ones with one form POST, large ones in parts.
import {
  UPLOAD_NAME_MAX,
  UPLOAD_PART_BYTES,
  UPLOAD_WHOLE_MAX_BYTES,
  mediaKindOf,
} from '@camarim/contract/limits';
import { call } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { withRetries } from './retries.ts';
import { sendBytes } from './send-bytes.ts';
import { discardParts, type PartCalls, type UploadOptions, uploadInParts } from './upload-parts.ts';
import { reuseCredentials } from './reuse-credentials.ts';
import { type UploadedFile, uploadForm } from './upload-form.ts';

/** The tile of the file shows the error. */
const own = [0, 404, 429, 500, 502, 503, 504];

const partCalls: PartCalls = {
  begin: async (file, contentType) => {
    const params = {
      encodedName: file.name.slice(0, UPLOAD_NAME_MAX),
      partCount: Math.ceil(file.size / UPLOAD_PART_BYTES),
    };
    return (
      await call('GET /auth/multi-upload/{encodedName}/{partCount}', {
        params,
        query: { contentType, size: file.size },
        handled: own,
      })
    ).data;
  },
  resume: async ({ key, uploadId }, size) => {
    try {
      return (
        await call('GET /auth/multi-upload', { query: { key, uploadId, size }, handled: own })
      ).data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  complete: async ({ key, uploadId }, arrived) => {
    const parts = arrived.map(({ partNumber, etag }) => ({ partNumber, etag }));
    return (await call('POST /auth/multi-upload', { body: { key, uploadId, parts }, handled: own }))
      .data;
  },
  abort: async ({ key, uploadId }) =>
    void (await call('DELETE /auth/multi-upload', { query: { key, uploadId }, handled: own })),
  put: async ({ url, body, signal, onProgress }) =>
    void (await sendBytes({ method: 'PUT', url, body, signal, onProgress })),
};

const uploadWhole = async (
  file: File,
  { contentType, lanes, signal, onProgress }: UploadOptions,
): Promise<UploadedFile> => {
  const kind = mediaKindOf(contentType);
  const type = kind === 'archive' ? 'zip' : (kind ?? 'image');
  const query = { contentType, size: file.size, name: file.name.slice(0, UPLOAD_NAME_MAX) };
  const credentials = reuseCredentials(
    async () =>
      (
        await call('GET /auth/private-upload/{type}', {
          params: { type },
          query,
          signal,
          handled: own,
        })
      ).data,
  );
  const attempt = async () => {
    const data = await credentials();
    // The credentials are for the bare type, without parameters such as ";codecs=opus".
    return uploadForm(
      file.type === contentType ? file : new Blob([file], { type: contentType }),
      data,
      signal,
      onProgress,
    );
  };
  return lanes(() => {
    signal.throwIfAborted();
    return withRetries(attempt, signal);
  });
};

export const sendFile = (file: File, sending: UploadOptions): Promise<UploadedFile> =>
  file.size > UPLOAD_WHOLE_MAX_BYTES
    ? uploadInParts(file, partCalls, sending, UPLOAD_PART_BYTES)
    : uploadWhole(file, sending);

/** Best effort: the server sweeps abandoned uploads. */
export const discardFile = (file: { name: string; size: number; lastModified: number }): void =>
  void discardParts(file, partCalls).catch(() => undefined);

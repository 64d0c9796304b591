// Sends one file straight to object storage by the presigned form POST, with progress and cancel.

/** Where an upload ended up. */
export type Uploaded = { key: string; etag: string | null };

export type UploadCredentials = { url: string; fields: Record<string, string> };

/** The store said no, or could not be reached. `status` is 0 when there was no answer. */
export class UploadError extends Error {
  readonly status: number;
  /** The store's error code, e.g. EntityTooLarge. */
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(`upload refused: ${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

const textOf = (xml: string, tag: string): string | null => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"') ?? null;

/**
 * `onProgress` gets 0 to 1. Rejects with UploadError, or with the signal's reason when it was cancelled.
 * XMLHttpRequest because fetch does not tell how much has been sent.
 */
export const uploadForm = (file: Blob, { url, fields }: UploadCredentials, signal: AbortSignal, onProgress: (share: number) => void): Promise<Uploaded> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    // The policy covers the fields before the file; the store ignores what comes after it.
    form.append('file', file);
    const request = new XMLHttpRequest();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('error', () => reject(new UploadError(0, 'NetworkError')));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve({ key: textOf(request.responseText, 'Key') ?? fields['key'] ?? '', etag: textOf(request.responseText, 'ETag') });
      } else reject(new UploadError(request.status, textOf(request.responseText, 'Code') ?? 'Unknown'));
    });
    request.open('POST', url);
    request.send(form);
  });

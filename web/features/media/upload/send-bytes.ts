// Sends one request with a file or a part of it, with progress and cancellation.

/** The object store refused or could not be reached. `status` is 0 without a response. */
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

export const textOf = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"') ?? null;

type HttpUpload = {
  method: 'POST' | 'PUT';
  url: string;
  body: FormData | Blob;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (share: number) => void;
};

/**
 * Resolves to the response text. Rejects with UploadError, or with the signal's reason when it was
 * aborted. Uses XMLHttpRequest, because fetch reports no upload progress.
 */
export const sendBytes = ({ method, url, body, signal, onProgress }: HttpUpload): Promise<string> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel, { once: true });
    request.upload.addEventListener(
      'progress',
      (event) =>
        event.lengthComputable && event.total > 0 && onProgress(event.loaded / event.total),
    );
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('error', () => reject(new UploadError(0, 'NetworkError')));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.responseText);
      else
        reject(new UploadError(request.status, textOf(request.responseText, 'Code') ?? 'Unknown'));
    });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    request.open(method, url);
    request.send(body);
  });

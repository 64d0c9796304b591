// Uploads one file to object storage with a presigned form POST, with progress and cancellation.
import { sendBytes, textOf } from './send-bytes.ts';

/** The uploaded object. */
export type UploadedFile = { key: string; etag: string | null };

export type UploadCredentials = { url: string; fields: Record<string, string> };

/**
 * `onProgress` gets 0 to 1. Rejects with UploadError, or with the signal's reason when it was
 * aborted.
 */
export const uploadForm = async (
  file: Blob,
  { url, fields }: UploadCredentials,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadedFile> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // The policy covers the fields before the file; the store ignores fields after it.
  form.append('file', file);
  const reply = await sendBytes({ method: 'POST', url, body: form, signal, onProgress });
  return { key: textOf(reply, 'Key') ?? fields['key'] ?? '', etag: textOf(reply, 'ETag') };
};

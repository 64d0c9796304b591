// Multipart uploads for tests.
import { UPLOAD_PART_BYTES } from '@camarim/contract/limits';
import { expect } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import type { TestApp } from './app.ts';

/**
 * Sends a file as the web uploader does with large ones, in parts. Returns the key of the upload.
 */
export const sendInParts = async (
  app: TestApp,
  owner: ApiClient,
  content: Buffer,
  contentType: string,
): Promise<string> => {
  const partCount = Math.ceil(content.length / UPLOAD_PART_BYTES);
  const { key, uploadId, parts } = await owner.call(
    'GET /auth/multi-upload/{encodedName}/{partCount}',
    {
      params: { encodedName: 'filme', partCount: String(partCount) },
      query: { contentType, size: String(content.length) },
    },
  );
  const sent = [];
  for (const { partNumber, url, bytes } of parts) {
    const start = (partNumber - 1) * UPLOAD_PART_BYTES;
    const response = await app.server.inject({
      method: 'PUT',
      url,
      payload: content.subarray(start, start + bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(response.statusCode).toBe(200);
    sent.push({ partNumber, etag: String(response.headers['etag']) });
  }
  await owner.call('POST /auth/multi-upload', { body: { key, uploadId, parts: sent } });
  return key;
};

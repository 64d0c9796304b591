// Publishes a video over HTTP the way the uploader does: parts by PUT, then the post.
import { readFile } from 'node:fs/promises';
import type { SignedIn } from './server.ts';
import { call } from './content.ts';

const PART_BYTES = 5 * 1_024 * 1_024;

type MultipartUpload = {
  key: string;
  uploadId: string;
  parts: { partNumber: number; bytes: number; url: string }[];
};

/** Sends the file's parts; returns what completes the upload. */
const sendParts = async (
  port: number,
  person: SignedIn,
  content: Buffer,
  contentType: string,
): Promise<{ key: string; uploadId: string; parts: { partNumber: number; etag: string }[] }> => {
  const begun = (await call(
    port,
    person,
    'GET',
    `/api/auth/multi-upload/filme/${Math.ceil(content.length / PART_BYTES)}?contentType=${contentType}&size=${content.length}`,
  )) as unknown as MultipartUpload;
  const parts = [];
  for (const { partNumber, bytes, url } of begun.parts) {
    const start = (partNumber - 1) * PART_BYTES;
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: 'PUT',
      body: new Uint8Array(content.subarray(start, start + bytes)),
    });
    if (!response.ok) throw new Error(`a part was refused: ${await response.text()}`);
    parts.push({ partNumber, etag: response.headers.get('etag') ?? '' });
  }
  return { key: begun.key, uploadId: begun.uploadId, parts };
};

export type MediaState = { status: string; m3u8: string | null; mp4Output: string | null };

/** Publishes what was sent; returns how to look at it. */
export const publishVideo = async (
  port: number,
  person: SignedIn,
  path: string,
  terms: object = { public: true },
): Promise<{ id: string; sentAtMs: number; look: () => Promise<MediaState> }> => {
  const upload = await sendParts(port, person, await readFile(path), 'video/mp4');
  const sentAtMs = performance.now();
  const { key } = await call(port, person, 'POST', '/api/auth/multi-upload', upload);
  const { id } = (await call(port, person, 'POST', '/api/posts', {
    text: 'Filme',
    ...terms,
    medias: [{ key, contentType: 'video/mp4' }],
  })) as unknown as { id: string };
  const look = async (): Promise<MediaState> => {
    const {
      medias: [media],
    } = (await call(port, person, 'GET', `/api/posts/${id}`)) as unknown as {
      medias: MediaState[];
    };
    if (!media || media.status === 'error') throw new Error('the video could not be used');
    return media;
  };
  return { id, sentAtMs, look };
};

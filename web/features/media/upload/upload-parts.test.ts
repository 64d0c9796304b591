// Multipart uploads against an unreliable object store, and across a reload.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import pLimit from 'p-limit';
import { UploadError } from './send-bytes.ts';
import { listUnfinished, rememberUpload } from './unfinished.ts';
import { discardParts, type PartCalls, uploadInParts } from './upload-parts.ts';

const PART = 10;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** An object store in memory: the parts of each upload, and every part that was sent. */
const openStore = ({ fails = () => null as number | null } = {}) => {
  const uploads = new Map<string, Map<number, string>>();
  const files = new Map<string, string>();
  const sent: number[] = [];
  let begun = 0;
  let most = 0;
  let now = 0;
  const view = (uploadId: string, size: number) => {
    const received = uploads.get(uploadId);
    if (!received) return null;
    const numbers = Array.from({ length: Math.ceil(size / PART) }, (_, index) => index + 1);
    const bytesOf = (partNumber: number) => Math.min(PART, size - (partNumber - 1) * PART);
    return {
      key: `k${uploadId}`,
      uploadId,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      parts: numbers
        .filter((partNumber) => !received.has(partNumber))
        .map((partNumber) => ({
          partNumber,
          bytes: bytesOf(partNumber),
          url: `${uploadId}/${partNumber}`,
        })),
      arrived: numbers
        .filter((partNumber) => received.has(partNumber))
        .map((partNumber) => ({ partNumber, bytes: bytesOf(partNumber), etag: `e${partNumber}` })),
    };
  };
  const calls: PartCalls = {
    begin: async (file) => {
      begun += 1;
      uploads.set(String(begun), new Map());
      return view(String(begun), file.size) ?? expect.fail('was just begun');
    },
    resume: async ({ uploadId }, size) => view(uploadId, size),
    complete: async ({ uploadId, key }, parts) => {
      const received = uploads.get(uploadId);
      files.set(key, parts.map(({ partNumber }) => received?.get(partNumber)).join(''));
      uploads.delete(uploadId);
      return { key, etag: 'whole' };
    },
    abort: async ({ uploadId }) => void uploads.delete(uploadId),
    put: async ({ url, body, signal, onProgress }) => {
      const [uploadId = '', number = ''] = url.split('/');
      sent.push(Number(number));
      now += 1;
      most = Math.max(most, now);
      try {
        onProgress(0.5);
        const text = await body.text();
        await new Promise((resolve) => setTimeout(resolve, 1));
        signal.throwIfAborted();
        const status = fails();
        if (status !== null) throw new UploadError(status, 'Broken');
        uploads.get(uploadId)?.set(Number(number), text);
      } finally {
        now -= 1;
      }
    },
  };
  return { calls, uploads, files, sent, most: () => most };
};

const content = 'abcdefghij'.repeat(7).slice(0, 64);
const video = () => new File([content], 'filme.mp4', { type: 'video/mp4', lastModified: 5 });
const sending = (
  signal = new AbortController().signal,
  onProgress: (share: number) => void = () => undefined,
) => ({ contentType: 'video/mp4', lanes: pLimit(5), signal, onProgress });

test('a multipart upload is complete, sends at most five parts at once, and its progress ends at 1', async () => {
  const store = openStore();
  const shares: number[] = [];
  const { key } = await uploadInParts(
    video(),
    store.calls,
    sending(undefined, (share) => shares.push(share)),
    PART,
  );
  expect(store.files.get(key)).toBe(content);
  expect(store.sent.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(store.most()).toBe(5);
  expect(shares.at(-1)).toBe(1);
});

test('a multipart upload sends only the missing parts after a reload', async () => {
  const store = openStore();
  const closing = new AbortController();
  let parts = 0;
  const put: PartCalls['put'] = async (part) => {
    parts += 1;
    if (parts === 4) closing.abort(new DOMException('closed', 'AbortError'));
    await store.calls.put(part);
  };
  await expect(
    uploadInParts(
      video(),
      { ...store.calls, put },
      { ...sending(closing.signal), lanes: pLimit(1) },
      PART,
    ),
  ).rejects.toThrow('closed');
  expect([...(store.uploads.get('1')?.keys() ?? [])]).toEqual([1, 2, 3]);

  store.sent.length = 0;
  const { key } = await uploadInParts(video(), store.calls, sending(), PART);
  expect(store.sent).toEqual([4, 5, 6, 7]);
  expect(store.files.get(key)).toBe(content);
});

test('another file of the same name starts a new upload, and so does a swept upload', async () => {
  const store = openStore();
  rememberUpload(video(), { key: 'k9', uploadId: '9' });
  const { key } = await uploadInParts(video(), store.calls, sending(), PART);
  expect(key).toBe('k1');
  const other = new File([content.toUpperCase()], 'filme.mp4', { lastModified: 6 });
  expect((await uploadInParts(other, store.calls, sending(), PART)).key).toBe('k2');
});

test('a completed upload that is not published yet is not sent a second time', async () => {
  const store = openStore();
  const first = await uploadInParts(video(), store.calls, sending(), PART);
  store.sent.length = 0;
  expect((await uploadInParts(video(), store.calls, sending(), PART)).key).toBe(first.key);
  expect(store.sent).toEqual([]);
});

test('a part with a transient error is sent again, and a refused part aborts the file', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  try {
    let failures = 2;
    const flaky = openStore({ fails: () => (failures-- > 0 ? 503 : null) });
    const done = await uploadInParts(video(), flaky.calls, sending(), PART);
    expect(flaky.files.get(done.key)).toBe(content);
    expect(flaky.sent).toHaveLength(9);
  } finally {
    vi.useRealTimers();
  }
  const closed = openStore({ fails: () => 403 });
  await expect(
    uploadInParts(
      new File([content], 'outro.mp4', { lastModified: 7 }),
      closed.calls,
      sending(),
      PART,
    ),
  ).rejects.toMatchObject({ status: 403 });
});

test('a discarded upload leaves nothing in the browser and in the store', async () => {
  const store = openStore({ fails: () => 403 });
  await expect(uploadInParts(video(), store.calls, sending(), PART)).rejects.toThrow('403');
  expect(listUnfinished()).toHaveLength(1);
  await discardParts(video(), store.calls);
  expect(listUnfinished()).toEqual([]);
  expect(store.uploads.size).toBe(0);
});

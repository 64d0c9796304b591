// The attachments of a composer: their order, that none is there twice, and that clearing and
// closing end uploads.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { VaultItem } from '../viewer/media.ts';
import { useAttachments } from './use-attachments.ts';

const [SEA, SUN, SAND] = ['sea', 'sun', 'sand'].map(
  (id) => ({ id, contentType: 'image/jpeg' }) as VaultItem,
) as [VaultItem, VaultItem, VaultItem];
const photo = (name: string): File => new File([name], name, { type: 'image/jpeg' });

/** Answers the requests for upload addresses, which wait. */
let refuseUploads: () => void;
beforeEach(() => {
  // Only the network's edge is replaced.
  const waiting = new Promise<void>((resolve) => (refuseUploads = resolve));
  vi.stubGlobal('fetch', async () => {
    await waiting;
    const body = { success: false, code: 'upload.typeNotAllowed', message: '', data: null };
    return Response.json(body, { status: 400 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const attach = async (initial: readonly VaultItem[] = []) => {
  const { result, act, unmount } = await renderHook(() => useAttachments(initial));
  return {
    act,
    unmount,
    get hook() {
      return result.current;
    },
    /** Files by name, media of the vault by id. */
    names: () =>
      result.current.attached.map((one) => ('upload' in one ? one.upload.file.name : one.id)),
  };
};

test('files come before media of the vault, each in the order in which they were added', async () => {
  const form = await attach([SEA]);
  await form.act(() => form.hook.pick([SUN, SAND]));
  await form.act(() => void form.hook.queue.add([photo('a.jpg'), photo('b.jpg')]));
  expect(form.names()).toEqual(['a.jpg', 'b.jpg', 'sea', 'sun', 'sand']);
});

test('a media of the vault that is attached already is not attached again', async () => {
  const form = await attach([SEA]);
  await form.act(() => form.hook.pick([SEA, SUN]));
  await form.act(() => form.hook.pick([SUN]));
  expect(form.names()).toEqual(['sea', 'sun']);
});

test('a media of the vault that is taken out leaves the others, and may be picked again', async () => {
  const form = await attach([SEA, SUN]);
  await form.act(() => form.hook.unpick('sea'));
  expect(form.names()).toEqual(['sun']);
  await form.act(() => form.hook.pick([SEA]));
  expect(form.names()).toEqual(['sun', 'sea']);
});

test('files and media move to any place, and what is attached later comes last', async () => {
  const form = await attach([SEA, SUN]);
  await form.act(() => void form.hook.queue.add([photo('a.jpg')]));
  await form.act(() => form.hook.move(2, 0));
  expect(form.names()).toEqual(['sun', 'a.jpg', 'sea']);
  await form.act(() => form.hook.move(0, 1));
  expect(form.names()).toEqual(['a.jpg', 'sun', 'sea']);
  await form.act(() => void form.hook.queue.add([photo('b.jpg')]));
  await form.act(() => form.hook.pick([SAND]));
  expect(form.names()).toEqual(['a.jpg', 'sun', 'sea', 'b.jpg', 'sand']);
});

test('clearing takes out files and media, and an upload that ends later brings nothing back', async () => {
  const form = await attach([SEA]);
  await form.act(() => void form.hook.queue.add([photo('a.jpg')]));
  await form.act(() => form.hook.clear());
  expect(form.names()).toEqual([]);
  await form.act(async () => {
    refuseUploads();
    await expect.poll(() => form.names()).toEqual([]);
  });
  await form.act(() => void form.hook.queue.add([photo('b.jpg')]));
  expect(form.names()).toEqual(['b.jpg']);
});

test('a file that is added twice is attached once', async () => {
  const form = await attach();
  const file = photo('a.jpg');
  await form.act(() => void form.hook.queue.add([file]));
  await form.act(() => void form.hook.queue.add([file]));
  expect(form.names()).toEqual(['a.jpg']);
});

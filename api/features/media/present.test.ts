// The content type of a media as viewers have it.
import { expect, test } from 'vitest';
import { contentTypeOf } from './present.ts';
import type { MediaKind } from './store.ts';

test.each<[MediaKind, string, string]>([
  ['audio', 'video/webm', 'audio/webm'],
  ['audio', 'audio/mpeg', 'audio/mpeg'],
  ['video', 'video/webm', 'video/webm'],
  ['image', 'image/png', 'image/png'],
])('%s that is stored as %s is shown as %s', (kind, content_type, shown) => {
  expect(contentTypeOf({ kind, content_type })).toBe(shown);
});

// The fingerprint that decides whether to install or build again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources } from './sources.mjs';

let root: string;
const hash = () => hashSources(root, ['web', 'lock']);
const put = (path: string, text: string) => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'camarim sources '));
  mkdirSync(join(root, 'web/build'), { recursive: true });
  put('web/a.ts', 'one');
  put('lock', '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

test('the fingerprint changes with content, with names and with further files', () => {
  const seen = [hash()];
  put('web/a.ts', 'two');
  seen.push(hash());
  put('web/b.ts', '');
  seen.push(hash());
  put('lock', '{"a":1}');
  seen.push(hash());
  expect(new Set(seen).size).toBe(4);
});

test('the fingerprint ignores what is built, and the time of a file', () => {
  const before = hash();
  put('web/build/index.js', 'made');
  put('web/a.ts', 'one');
  expect(hash()).toBe(before);
});

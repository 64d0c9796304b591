// No feature forgets a person who leaves, nor a person who asks for their data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FEATURES = join(import.meta.dirname, 'features');
const list = readFileSync(join(import.meta.dirname, 'personal-data.ts'), 'utf8');

/** What an index gives out, by the kind of its name: `erase...Of` or `export...Of`. */
const given = (feature: string, kind: 'erase' | 'export'): string[] =>
  [
    ...readFileSync(join(FEATURES, feature, 'index.ts'), 'utf8').matchAll(
      new RegExp(`\\b${kind}[A-Z]\\w*Of\\b`, 'g'),
    ),
  ].map(([name]) => name);
const features = readdirSync(FEATURES);
const isCalled = (name: string): boolean => list.includes(`=> ${name}(`);

/** Archives hold what other features gave; an archive of archives would be one of itself. */
const WITHOUT_PART = ['exports'];

test('every feature that erases has a part in the archive', () => {
  const erasing = features.filter((feature) => given(feature, 'erase').length > 0);
  expect(erasing.length).toBeGreaterThan(5);
  expect(erasing.filter((feature) => given(feature, 'export').length === 0)).toEqual(WITHOUT_PART);
});

test('every eraser and every part is in the list', () => {
  const names = features.flatMap((feature) => [
    ...given(feature, 'erase'),
    ...given(feature, 'export'),
  ]);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isCalled(name))).toEqual([]);
});

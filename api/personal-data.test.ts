// No feature forgets a person who leaves, nor a person who asks for their data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyFeature } from './feature.ts';
import { features } from './features.ts';

const FEATURES = join(import.meta.dirname, 'features');
const all: readonly AnyFeature[] = features;
const sourcesOf = (feature: string): string[] =>
  readdirSync(join(FEATURES, feature), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(FEATURES, feature, path), 'utf8'));
const indexOf = (feature: string): string =>
  readFileSync(join(FEATURES, feature, 'index.ts'), 'utf8');

/**
 * Listings are sums of the posts and plans that the archive holds; archives hold what other features
 * gave.
 */
const WITHOUT_PART = ['listings', 'exports'];

test('every folder whose index defines a manifest is in the list of features under its name', () => {
  const defining = readdirSync(FEATURES).filter((name) => indexOf(name).includes('defineFeature('));
  expect(defining.length).toBeGreaterThan(20);
  expect(all.map(({ name }) => name).sort()).toEqual(defining.sort());
});

test('every feature that erases has a part in the archive', () => {
  const erasing = all.filter(({ erasers = [] }) => erasers.length > 0);
  expect(erasing.length).toBeGreaterThan(5);
  expect(
    erasing.filter(({ exporters = [] }) => exporters.length === 0).map(({ name }) => name),
  ).toEqual(WITHOUT_PART);
});

test('every function that erases or exports the data of a profile is in its feature’s manifest', () => {
  const declared = readdirSync(FEATURES).flatMap((feature) =>
    sourcesOf(feature)
      .flatMap((text) => [...text.matchAll(/export const ((?:erase|export)[A-Z]\w*Of) =/g)])
      .map(([, name = '']) => ({ feature, name })),
  );
  expect(declared.length).toBeGreaterThan(30);
  const forgotten = declared.filter(({ feature, name }) => {
    const manifest = indexOf(feature).split('defineFeature(')[1] ?? '';
    return !manifest.includes(name);
  });
  expect(forgotten).toEqual([]);
});

// Each feature's error codes are part of the closed list, once.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errors } from './index.ts';

const FEATURES = join(import.meta.dirname, 'features');

const declared = async (): Promise<Record<string, number>[]> => {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/errors.ts'),
  );
  const modules = await Promise.all(
    files.map((path) => import(join(FEATURES, path)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module) as Record<string, number>[]);
};

test('the closed list holds every code that a feature declares, with its status', async () => {
  const maps = await declared();
  expect(maps.length).toBeGreaterThan(15);
  for (const map of maps) expect(errors).toMatchObject(map);
});

test('no two features declare the same error code', async () => {
  const codes = (await declared()).flatMap((map) => Object.keys(map));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

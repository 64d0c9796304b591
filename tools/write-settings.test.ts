// The operator's page of settings is the schema's.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsPage } from './write-settings.ts';

test('docs/operations/configuration.md is up to date (node tools/write-settings.ts)', () => {
  expect(
    readFileSync(join(import.meta.dirname, '../docs/operations/configuration.md'), 'utf8'),
  ).toBe(settingsPage());
});

// Which modules the first page loads in one file: an index of a feature counts by the names that are
// imported from it.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups } from './chunks.ts';

const at = (path: string): string => join(import.meta.dirname, path);

/** The name of the file that a module is put into, in a build of these modules. */
const chunkOf = (path: string, sources: Record<string, string>): string | null => {
  const context = {
    getModuleInfo: (id: string) => {
      const code = Object.entries(sources).find(([source]) => at(source) === id)?.[1];
      if (code === undefined) return null;
      const specifiers = [...code.matchAll(/from "([^"]+)"/g)];
      return {
        code,
        importedIds: specifiers.map(([, specifier = '']) => join(id, '..', specifier)),
      };
    },
  };
  const app = chunkGroups().find((group) => 'debugName' in group && group.debugName === 'app');
  return typeof app?.name === 'function' ? app.name(at(path), context) : null;
};

const SOURCES = {
  'app/root.tsx': 'import { walletQuery as wallet } from "../features/funds/index.ts";',
  'features/funds/index.ts':
    'export { WalletDialog } from "./WalletDialog.tsx";\nexport { walletQuery } from "./queries.ts";',
  'features/funds/queries.ts': 'import { keys } from "./keys.ts";',
  'features/funds/keys.ts': '',
  'features/funds/WalletDialog.tsx': '',
};

test('what the first page imports from a feature travels with the app, and what that imports', () => {
  expect(chunkOf('features/funds/queries.ts', SOURCES)).toBe('app');
  expect(chunkOf('features/funds/keys.ts', SOURCES)).toBe('app');
});

test('what else the feature offers stays out of the first page', () => {
  expect(chunkOf('features/funds/WalletDialog.tsx', SOURCES)).toBeNull();
});

test('an index that only passes on names is not part of the first page', () => {
  expect(chunkOf('features/funds/index.ts', SOURCES)).toBeNull();
});

// Which modules the first page loads in one file: an index of a feature counts by the names that
// are imported from it.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups } from './chunks.ts';

const at = (path: string): string => join(import.meta.dirname, path);

const PACKAGES: Record<string, string> = {
  'lucide-react': 'node_modules/lucide-react/dist/esm/lucide-react.mjs',
  '@tanstack/react-query': 'node_modules/@tanstack/react-query/build/modern/index.js',
};

const idOf = (importer: string, specifier: string): string => {
  const path = PACKAGES[specifier];
  return path === undefined ? join(importer, '..', specifier) : at(path);
};

/** The name of the file that a module is put into, in a build of these modules. */
const chunkOf = (path: string, sources: Record<string, string>): string | null => {
  const context = {
    getModuleInfo: (id: string) => {
      const code = Object.entries(sources).find(([source]) => at(source) === id)?.[1];
      if (code === undefined) return null;
      const specifiers = [...code.matchAll(/from "([^"]+)"/g)];
      return {
        code,
        importedIds: specifiers.map(([, specifier = '']) => idOf(id, specifier)),
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

const ICONS = {
  'app/root.tsx':
    'import { CircleAlert } from "lucide-react";\nimport { m } from "../paraglide/messages.js";\nconst send = m.menu();',
  [PACKAGES['lucide-react'] ?? '']:
    'export { default as CircleAlert, default as AlertCircle } from "./icons/circle-exclamation.mjs";\nexport { default as Send } from "./icons/send.mjs";',
};

test('an icon travels with the app by what its file exports, whatever the file is called', () => {
  const icons = 'node_modules/lucide-react/dist/esm/icons';
  expect(chunkOf(`${icons}/circle-exclamation.mjs`, ICONS)).toBe('app');
});

test('texts and icons that the first page only mentions by another name stay out of it', () => {
  expect(chunkOf('paraglide/messages/menu.js', ICONS)).toBe('app');
  expect(chunkOf('paraglide/messages/send.js', ICONS)).toBeNull();
  expect(chunkOf('node_modules/lucide-react/dist/esm/icons/send.mjs', ICONS)).toBeNull();
});

test('only the hooks of the query library that the first page imports travel with the app', () => {
  const library = 'node_modules/@tanstack/react-query/build/modern';
  const sources = {
    'app/root.tsx': 'import { useQuery } from "@tanstack/react-query";',
    [`${library}/index.js`]:
      'import { useQuery } from "./useQuery.js";\nimport { useQueries } from "./useQueries.js";\nexport { useQueries, useQuery };',
  };
  expect(chunkOf(`${library}/useQuery.js`, sources)).toBe('app');
  expect(chunkOf(`${library}/useQueries.js`, sources)).toBeNull();
});

const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'([^']+)'/gm;
const LATE = /\bimport\('([^']+)'\)/g;

test('charts and the library that draws them are loaded late: no file imports them statically', async () => {
  const files = glob('{app,client,features,ui}/**/*.{ts,tsx}', { cwd: import.meta.dirname });
  const [eager, late]: [string[], string[]] = [[], []];
  for await (const path of files) {
    if (path.startsWith('ui/charts/') || path.includes('.test.')) continue;
    const code = readFileSync(at(path), 'utf8');
    const draws = (form: RegExp): boolean =>
      [...code.matchAll(form)].some(([, specifier = '']) =>
        /^(?:ui\/charts\/.+tsx|@visx\/.+)$/.test(
          specifier.startsWith('.') ? join(dirname(path), specifier) : specifier,
        ),
      );
    if (draws(STATIC)) eager.push(path);
    if (draws(LATE)) late.push(path);
  }
  expect(eager).toEqual([]);
  expect(late.sort()).toEqual(['client/charts/DayChart.tsx', 'client/charts/LimitChart.tsx']);
});

// The commands in the operator documents work on the documented Node version: npm scripts use
// the project's own Node.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = ['README.md', ...globSync('docs/{operations/*,security}.md', { cwd: root })];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test.each(documents)('%s runs no TypeScript by the machine’s own Node', (document) => {
  expect(readFileSync(join(root, document), 'utf8')).not.toMatch(/\bnode\s+api\/commands\//);
});

test.each(documents)('%s names only scripts that are there', (document) => {
  const named = [
    ...readFileSync(join(root, document), 'utf8').matchAll(/\bnpm run ([\w:-]+)/g),
  ].map(([, name]) => name ?? '');
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every operator command has a script', () => {
  const commands = globSync('api/commands/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|operator-database/.test(file),
  );
  expect(commands.length).toBeGreaterThan(3);
  expect(
    commands.filter(
      (file) => !Object.values(scripts).includes(`node ${file.replaceAll('\\', '/')}`),
    ),
  ).toEqual([]);
});

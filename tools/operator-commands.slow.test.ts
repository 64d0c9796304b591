// The commands in the operator documents work on the documented Node version: npm scripts use
// the project's own Node.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

/** Runs a command's file in an empty folder, without a setting. */
const runFile = (name: string, words: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'camarim-command-'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, `api/commands/${name}.ts`), ...words],
    { encoding: 'utf8', env: { CAMARIM_HOME: join(folder, 'home') }, cwd: folder },
  );
  const made = readdirSync(folder);
  rmSync(folder, { recursive: true });
  return { status, output: stdout + stderr, made };
};
const admin = (...words: string[]) => runFile('admin', words);

const commands = globSync('api/commands/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|operator-database|usage|commands.admin\.ts$/.test(file))
  .map((file) => basename(file, '.ts'));

test('npm run admin lists every operator command', () => {
  expect(scripts['admin']).toBe('node api/commands/admin.ts');
  expect(commands.length).toBeGreaterThan(3);
  const { status, output } = admin('--help');
  expect(status).toBe(0);
  expect([...output.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name).sort()).toEqual(
    commands.sort(),
  );
});

test.each(commands)('npm run admin -- %s --help explains the command and runs nothing', (name) => {
  const { status, output } = admin(name, '--help');
  expect(status).toBe(0);
  expect(output).toMatch(new RegExp(`^npm run admin -- ${name}.*\n\n\\S`));
});

test.each(commands)('%s.ts --help explains the command, too, and makes no home', (name) => {
  const { status, output, made } = runFile(name, ['--help']);
  expect({ status, made }).toEqual({ status: 0, made: [] });
  expect(output).toMatch(new RegExp(`^npm run admin -- ${name}.*\n\n\\S`));
});

test.each(['make-admin', 'approve-producer', 'check-ledger', 'rebuild-rollups', 'trace-copy'])(
  '%s says in one line that the home has no installation, and makes none',
  (name) => {
    const { status, output, made } = admin(name, 'davi', 'file');
    expect({ status, made }).toEqual({ status: 1, made: [] });
    expect(output).toMatch(/^No installation in .*home: set CAMARIM_HOME or DATABASE_URL.*\n$/);
  },
);

test('an operator command that does not exist is refused with the list of those that do', () => {
  const { status, output } = admin('approve');
  expect(status).toBe(1);
  expect(output).toContain('There is no command approve.');
  expect(output).toContain('approve-producer');
});

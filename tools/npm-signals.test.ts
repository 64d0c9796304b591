// `npm start` and `npm run dev` end with their npm process: process managers signal only that one.
// The server of the journeys hears a signal once: Playwright signals all processes of the run.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Stands where the application does, and takes its time to stop, as it does. */
const SERVER = `
const endless = setInterval(() => {}, 1_000);
process.on('SIGTERM', () => setTimeout(() => { console.log('stopped'); clearInterval(endless); }, 200));
console.log('ready');
`;

/** A folder with our script of that name and the stand-in. */
const folderWith = (script: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'camarim-signals-'));
  for (const inner of ['api', 'contract', 'tools']) mkdirSync(join(folder, inner));
  writeFileSync(join(folder, 'tools/keep-bytecode.mjs'), '');
  writeFileSync(join(folder, 'api/main.ts'), SERVER);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', scripts: { [script]: scripts[script] } }),
  );
  return folder;
};

const readLines = (npm: ChildProcessWithoutNullStreams) => {
  const lines: string[] = [];
  const waiting = new Map<string, () => void>();
  createInterface({ input: npm.stdout }).on('line', (line) => {
    lines.push(line);
    waiting.get(line)?.();
  });
  return {
    lines,
    until: (line: string) =>
      lines.includes(line)
        ? Promise.resolve()
        : new Promise<void>((resolve) => void waiting.set(line, resolve)),
  };
};

/** Whatever was left running. */
const endGroup = ({ pid = 0 }: ChildProcess): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was.
  }
};

test.each(['start', 'dev'])(
  'SIGTERM to npm run %s lets the application stop before npm does',
  async (script) => {
    const folder = folderWith(script);
    const npm = spawn('npm', ['run', '--silent', script], { cwd: folder, detached: true });
    const output = readLines(npm);
    const closed = once(npm, 'close');
    try {
      await output.until('ready');
      npm.kill('SIGTERM');
      await closed;
      expect(output.lines).toContain('stopped');
    } finally {
      endGroup(npm);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('a signal to the whole run of the journeys reaches their application once', async () => {
  const folder = folderWith('start');
  writeFileSync(
    join(folder, 'api/main.ts'),
    "process.on('SIGTERM', () => console.log('SIGTERM'));\n" + SERVER,
  );
  copyFileSync(join(root, 'tools/serve-fresh.mjs'), join(folder, 'tools/serve-fresh.mjs'));
  const run = spawn(process.execPath, ['tools/serve-fresh.mjs'], { cwd: folder, detached: true });
  const output = readLines(run);
  const closed = once(run, 'close');
  try {
    await output.until('ready');
    process.kill(-(run.pid ?? 0), 'SIGTERM');
    await closed;
    expect(output.lines).toEqual(['ready', 'SIGTERM', 'stopped']);
  } finally {
    endGroup(run);
    rmSync(folder, { recursive: true, force: true });
  }
});

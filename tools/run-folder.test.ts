// The folder of a run of tests: removed with its process, or by a later run when it was killed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'runs '));
afterAll(() => rmSync(place, { recursive: true }));

/** What a new run, with temporary files in `place`, prints. */
const inNewRun = (code: string): string[] => {
  const { CAMARIM_RUN_FOLDER: _, ...env } = process.env;
  const imports = `import { useRunFolder, deadRunFolders } from ${JSON.stringify(join(import.meta.dirname, 'run-folder.mjs'))}; import { tmpdir } from 'node:os'; useRunFolder();`;
  const args = ['--input-type=module', '-e', `${imports} console.log(JSON.stringify(${code}))`];
  return JSON.parse(
    execFileSync(process.execPath, args, { env: { ...env, TMPDIR: place }, encoding: 'utf8' }),
  ) as string[];
};

test('the temporary files of a run are in a folder of its own, which goes with its process', () => {
  const [folder = ''] = inNewRun('[tmpdir()]');
  expect(dirname(folder)).toBe(place);
  expect(existsSync(folder)).toBe(false);
});

test('a folder whose process is gone is found by the next run, and one in use is not', () => {
  const [dead, used] = [join(place, 'camarim-run-999999999'), `camarim-run-${process.pid}`];
  mkdirSync(dead);
  mkdirSync(join(place, used));
  expect(inNewRun('deadRunFolders()')).toEqual([dead]);
});

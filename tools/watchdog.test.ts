// A test runner that hangs is ended, with what it started, and what hangs is named.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endWhenStuck } from './watchdog.mjs';

/** A stand-in for a runner: its end, what was said about it, and the process id that it printed. */
const run = async (program: string, limits: { endsWithinMs: number; silentMs: number }) => {
  const folder = mkdtempSync(join(tmpdir(), 'camarim-watchdog-'));
  const [report, unfinished] = [join(folder, 'report.json'), join(folder, 'unfinished')];
  writeFileSync(unfinished, 'api/hangs.test.ts');
  const child = spawn(process.execPath, ['-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REPORT: report },
  });
  const said: string[] = [];
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  endWhenStuck(child, { report, unfinished, ...limits, say: (line) => said.push(line) });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  rmSync(folder, { recursive: true });
  return { code, signal, said, printed };
};

const LONG = 120_000;
const STAYS = 'setInterval(() => {}, 1_000);';

test('a runner that prints nothing for too long is killed, and the file that it hangs in is named', async () => {
  const { signal, said } = await run(STAYS, { endsWithinMs: LONG, silentMs: 1_000 });
  expect(signal).toBe('SIGKILL');
  expect(said).toContain('it hangs in api/hangs.test.ts. It is killed.');
});

test('a runner that has written its report and stays is killed', async () => {
  const program = `require('node:fs').writeFileSync(process.env.REPORT, '{}'); ${STAYS}`;
  const { signal, said } = await run(program, { endsWithinMs: 200, silentMs: LONG });
  expect(signal).toBe('SIGKILL');
  expect(said[0]).toMatch(/a test leaves something open/);
});

test('the workers of a runner that is killed end with it', async () => {
  const program = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STAYS)}], { stdio: 'ignore' });
    console.log(pid); require('node:fs').writeFileSync(process.env.REPORT, '{}'); ${STAYS}`;
  const { printed } = await run(program, { endsWithinMs: 200, silentMs: LONG });
  const worker = Number(printed);
  expect(worker).toBeGreaterThan(0);
  const isThere = () => {
    try {
      return process.kill(worker, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere).toBe(false);
});

test('a runner that ends by itself is left alone', async () => {
  const program = `require('node:fs').writeFileSync(process.env.REPORT, '{}'); process.exitCode = 3;`;
  const { code, said } = await run(program, { endsWithinMs: LONG, silentMs: LONG });
  expect(code).toBe(3);
  expect(said).toEqual([]);
});

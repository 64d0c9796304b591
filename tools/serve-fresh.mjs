// Serves the application from a new, empty home (E2E_HOME names one) and removes it afterwards;
// PORT says where.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = process.env.E2E_HOME || mkdtempSync(join(tmpdir(), 'camarim-fresh-'));
const main = fileURLToPath(new URL('../api/main.ts', import.meta.url));
const server = spawn(process.execPath, [main], {
  stdio: 'inherit',
  env: { ...process.env, CAMARIM_HOME: home },
  // In a group of its own: a signal to all of ours would reach it twice, here and below, and a
  // second one ends it at once, without its database.
  detached: true,
});

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
  process.on(signal, () => server.kill(signal));
server.once('exit', (code) => {
  rmSync(home, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

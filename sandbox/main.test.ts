// The process itself: it starts at its configured address, survives a kill, and refuses to replace
// a real gateway in production.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-sandbox-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const run = (args: string[], environment: Record<string, string> = {}): ChildProcess =>
  fork(main, args, {
    env: { ...process.env, CAMARIM_ENV: 'test', CAMARIM_HOME: home, ...environment },
    silent: true,
    execArgv: [],
  });
const listening = async (child: ChildProcess): Promise<string> =>
  ((await once(child, 'message'))[0] as { listening: string }).listening;

describe('node sandbox/main.ts', () => {
  it('the sandbox process keeps acknowledged state when it is killed', async () => {
    const first = run(['--port', '0']);
    await fetch(`${await listening(first)}/__clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"seconds":60}',
    });
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = run(['--port', '0']);
    expect(await (await fetch(`${await listening(second)}/__clock`)).json()).toMatchObject({
      offsetMs: 60_000,
    });
    // The process ends with its parent.
    second.disconnect();
    expect((await once(second, 'exit'))[0]).toBe(0);
  });

  it.each([
    ['in production', { CAMARIM_ENV: 'production' }, 'refused in production'],
    ['with a port that is none', { SANDBOX_PORT: 'x' }, 'SANDBOX_PORT'],
    [
      'with an address as location host',
      { SANDBOX_PIX_LOCATION_HOST: '127.0.0.1:3001' },
      'SANDBOX_PIX_LOCATION_HOST',
    ],
  ])(
    'the sandbox process refuses to start %s, with an explanation',
    async (_name, environment, words) => {
      const child = run([], environment);
      const said: string[] = [];
      child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      expect((await once(child, 'close'))[0]).toBe(1);
      expect(said.join('')).toContain(words);
    },
  );
});

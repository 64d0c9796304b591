// Hashing has a lower priority than the rest of the process.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { HASHING_NICENESS } from './hashing-priority.ts';
import { createPasswords } from './passwords.ts';

const prioritiesOf = (name: RegExp): number[] =>
  readdirSync('/proc/self/task')
    .filter((thread) => name.test(readFileSync(`/proc/self/task/${thread}/comm`, 'utf8')))
    .map((thread) => getPriority(Number(thread)));

test.runIf(process.platform === 'linux')(
  'threads that hash passwords have a lower priority than the main thread',
  async () => {
    const before = getPriority();
    await createPasswords().hash('cavalo-bateria-grampo');
    const hashing = prioritiesOf(/^libuv-worker/);
    expect(hashing.length).toBeGreaterThan(0);
    expect(new Set(hashing)).toEqual(new Set([HASHING_NICENESS]));
    // The run of the tests may itself have a lower one.
    expect(getPriority()).toBe(before);
  },
);

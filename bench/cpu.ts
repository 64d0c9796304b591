// How much of a processor processes have used, from the kernel's own counters (proc(5)).
import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts in hundredths of a second, on every architecture Linux runs us on. */
const TICKS_PER_SECOND = 100;

const fieldsOf = async (pid: number | 'self'): Promise<number[]> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; numbers begin after it, with the third field.
  return line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};

/** Seconds a process has used by itself. */
export const cpuSecondsOf = async (pid: number): Promise<number> => {
  const fields = await fieldsOf(pid);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_SECOND;
};

const parentOf = async (pid: string): Promise<number | null> =>
  fieldsOf(Number(pid)).then(
    (fields) => fields[1] ?? null,
    () => null,
  );

/** Seconds a process, its children and theirs have used, those that ended included. */
export const cpuSecondsOfTree = async (pid: number): Promise<number> => {
  const [, , , , , , , , , , , own = 0, system = 0, ended = 0, endedSystem = 0] = await fieldsOf(
    pid,
  ).catch(() => []);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(pids.map(parentOf));
  const children = pids.filter((_, index) => parents[index] === pid).map(Number);
  const below = await Promise.all(children.map(cpuSecondsOfTree));
  return below.reduce(
    (sum, seconds) => sum + seconds,
    (own + system + ended + endedSystem) / TICKS_PER_SECOND,
  );
};

/** Seconds used by this process's children that have ended, and theirs. */
export const cpuSecondsOfChildren = async (): Promise<number> => {
  const fields = await fieldsOf('self');
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / TICKS_PER_SECOND;
};

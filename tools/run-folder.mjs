// Where a run of tests keeps its temporary files: in memory where the machine has room, because on
// a disk each database that a test file clones takes half a second of processor time.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run uses some hundred megabytes. */
const ROOM_BYTES = 2 * 2 ** 30;
const PREFIX = 'camarim-run-';

function parentFolder() {
  if (process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Makes the folder of this run the one for temporary files of this process and its children, and
 * removes it when the process ends. In a process of such a run it does nothing.
 */
export function useRunFolder() {
  if (process.env.CAMARIM_RUN_FOLDER) return;
  const folder = join(parentFolder(), `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.CAMARIM_RUN_FOLDER = folder;
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Folders beside this run's whose process is gone: kill -9 leaves them behind. */
export function deadRunFolders() {
  const parent = join(process.env.CAMARIM_RUN_FOLDER ?? tmpdir(), '..');
  return readdirSync(parent)
    .filter((name) => name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
    .map((name) => join(parent, name));
}

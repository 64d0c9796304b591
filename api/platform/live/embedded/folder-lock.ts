// One engine for each folder. The lock is that of a SQLite file, because Node has no other one that
// the system takes back when its process ends, in whatever way.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

let held: DatabaseSync | null = null;

/** Holds the folder until this process ends; false when another process holds it. */
export const holdFolder = (folder: string): boolean => {
  held ??= new DatabaseSync(join(folder, 'engine.lock'));
  try {
    held.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
};

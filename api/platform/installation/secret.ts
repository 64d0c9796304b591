// Secrets that this installation made for itself: every process and every start finds the same ones in the database.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

const SECRET_BYTES = 32;

const known = new WeakMap<Database, Map<string, Promise<Buffer>>>();

/** The secret of that name, made the first time anybody asks. Read once per process. */
export const installationSecret = (db: Database, name: string): Promise<Buffer> => {
  const secrets = known.get(db) ?? new Map<string, Promise<Buffer>>();
  known.set(db, secrets);
  const found = secrets.get(name);
  if (found) return found;
  const reading = readOrMake(db, name);
  secrets.set(name, reading);
  // A failure is not remembered: the next caller asks the database again.
  reading.catch(() => secrets.delete(name));
  return reading;
};

const readOrMake = async (db: Database, name: string): Promise<Buffer> => {
  // Two processes at once: one insert wins, and both read what it wrote.
  await db
    .insertInto('installation')
    .values({ name, value: randomBytes(SECRET_BYTES).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64url');
};

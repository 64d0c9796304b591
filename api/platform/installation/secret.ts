// Secrets that the installation generates and stores in the database, the same for every process
// and start.
import { randomBytes } from 'node:crypto';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Seal } from '../seal/seal.ts';

const SECRET_BYTES = 32;

const known = new WeakMap<Database, Map<string, Promise<Buffer>>>();

const seals = new WeakMap<Database, Seal>();

/**
 * From now on secrets are sealed with the operator's key, so that a copy of the database can't be
 * used to sign.
 */
export const protectSecrets = (db: Database, seal: Seal): void => void seals.set(db, seal);

/** First characters of a sealed value; base64url has no such sign. */
const SEALED = 'sealed:';
const sealContextOf = (name: string): string => `installation/${name}`;

const stored = (seal: Seal | undefined, name: string, secret: Buffer): string =>
  seal
    ? `${SEALED}${seal.sealBytes(sealContextOf(name), secret).toString('base64url')}`
    : secret.toString('base64url');

/** Throws ConfigError when the key is missing or another one. */
const opened = (seal: Seal | undefined, name: string, value: string): Buffer => {
  if (!value.startsWith(SEALED)) return Buffer.from(value, 'base64url');
  try {
    if (seal)
      return seal.openBytes(
        sealContextOf(name),
        Buffer.from(value.slice(SEALED.length), 'base64url'),
      );
  } catch {
    // Opening fails only with another key or a changed row; the operator must correct both.
  }
  throw new ConfigError(
    `DATA_KEY: the secret ${name} of this installation was sealed by another key; set the key it was started with`,
  );
};

/** The secret of that name, generated at the first use. Read once per process. */
export const installationSecret = (db: Database, name: string): Promise<Buffer> => {
  const secrets = known.get(db) ?? new Map<string, Promise<Buffer>>();
  known.set(db, secrets);
  const found = secrets.get(name);
  if (found) return found;
  const reading = readOrCreate(db, name);
  secrets.set(name, reading);
  // A failure is not remembered: the next caller asks the database again.
  reading.catch(() => secrets.delete(name));
  return reading;
};

const readOrCreate = async (db: Database, name: string): Promise<Buffer> => {
  const seal = seals.get(db);
  // Two processes at once: one insert wins, and both read what it wrote.
  await db
    .insertInto('installation')
    .values({ name, value: stored(seal, name, randomBytes(SECRET_BYTES)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const secret = opened(seal, name, value);
  // Made before there was a key: the secret stays the same, and is sealed from now on.
  if (seal && !value.startsWith(SEALED))
    await db
      .updateTable('installation')
      .set({ value: stored(seal, name, secret) })
      .where('name', '=', name)
      .where('value', '=', value)
      .execute();
  return secret;
};

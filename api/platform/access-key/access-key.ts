// Keys that let a program in without a session: they are shown once, and only their hashes are kept.
import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
const ENDING = 4;

/** The beginning says what the key is where it is found. */
export const newKey = (beginning: string): string =>
  `${beginning}${randomBytes(BYTES).toString('base64url')}`;

/** A key has 256 random bits, so that a plain hash is enough. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** By which its owner tells it from others. */
export const endingOf = (key: string): string => key.slice(-ENDING);

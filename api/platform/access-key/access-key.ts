// Keys that let a program in without a session: they are shown once, and only their hashes are
// kept.
import { randomBytes } from 'node:crypto';

const BYTES = 32;
const ENDING = 4;

/** The beginning says what the key is where it is found. */
export const newKey = (beginning: string): string =>
  `${beginning}${randomBytes(BYTES).toString('base64url')}`;

/** The end of a key, by which its owner tells it from others. */
export const endingOf = (key: string): string => key.slice(-ENDING);

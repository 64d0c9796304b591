// The hash under which tokens, keys and marks are stored, so that a copy of the database opens
// nothing.
import { createHash } from 'node:crypto';

/** SHA-256 without salt, so that a row is found by it; a secret must be random and long. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

// Refuses text that PostgreSQL can't hold: U+0000, and halves of surrogate pairs, which are no text
// in UTF-8 or jsonb.
import { fieldError } from '../errors/app-error.ts';

/** Contracts nest a few levels; deeper input is never valid. */
const DEPTH_MAX = 16;

const unstorablePath = (input: unknown, path: readonly string[]): readonly string[] | null => {
  if (typeof input === 'string')
    return input.includes('\u0000') || !input.isWellFormed() ? path : null;
  if (typeof input !== 'object' || input === null || ArrayBuffer.isView(input)) return null;
  if (path.length > DEPTH_MAX) return path;
  for (const [name, value] of Object.entries(input)) {
    const found = unstorablePath(value, [...path, name]);
    if (found) return found;
  }
  return null;
};

/** Throws validate.invalid of the first field that holds U+0000 or a lone surrogate. */
export const requireStorable = (...inputs: readonly unknown[]): void => {
  for (const input of inputs) {
    const path = unstorablePath(input, []);
    if (path) throw fieldError(path.join('.') || 'body', 'validate.invalid');
  }
};

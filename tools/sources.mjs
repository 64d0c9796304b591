// A fingerprint of source files, so that what was made from them is made again only when they
// changed. Plain Node 20.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are made, not written. */
const MADE = new Set(['node_modules', 'build', '.react-router', 'paraglide']);

/**
 * Hash of the names and bytes of files and folders (given relative to `root`), and of any further
 * words.
 * @param {string} root
 * @param {string[]} paths
 * @param {string[]} words
 */
export function hashSources(root, paths, words = []) {
  const hash = createHash('sha256').update(words.join(' '));
  for (const path of paths) addTo(hash, root, path);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 */
function addTo(hash, root, path) {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) {
    hash.update(`\n${path}\n`).update(readFileSync(full));
    return;
  }
  const entries = readdirSync(full).filter((name) => !MADE.has(name));
  for (const name of entries.sort()) addTo(hash, root, `${path}/${name}`);
}

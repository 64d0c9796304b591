// Checks signed entries of the ledger of consents offline: node verify-consents.mjs FILE [--key
// PUBLIC-KEY] [--pack records/consents.csv]. Needs nothing but Node 20 or newer. Each entry has the
// hash before it, so that its own hash can be computed without the entries of other people. The
// public key stands in the file too: compare it with the one the site publishes (GET
// /api/publics/packs/key), or give it here. With the file of a monthly pack that was verified,
// entries of its month must be the ones that the installation signed then.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PARTS = [
  'id',
  'signedAt',
  'performerId',
  'producerId',
  'act',
  'scope',
  'mediaId',
  'textVersion',
  'signedBy',
  'network',
];
const HASH = /^[0-9a-f]{64}$/;
const NOTHING = '0'.repeat(64);

class Fault extends Error {}

/** @param {(string | null)[]} parts */
const spell = (parts) =>
  parts.map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join(',');

/** @param {any} entry */
const hashOf = (entry) =>
  createHash('sha256')
    .update(Buffer.from(entry.previous, 'hex'))
    .update(spell(PARTS.map((part) => entry[part])))
    .digest('hex');

/** @param {string} line @returns {any} */
const json = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    throw new Fault('a line is not JSON');
  }
};

/** @param {string} text @param {any} end @param {string | undefined} knownKey */
const checkSignature = (text, end, knownKey) => {
  if (knownKey !== undefined && knownKey !== end.publicKey)
    throw new Fault('signed by another key than the one you gave');
  let valid = false;
  try {
    const key = createPublicKey({
      key: Buffer.from(String(end.publicKey), 'base64'),
      format: 'der',
      type: 'spki',
    });
    const message = Buffer.from(`camarim consents\n${text}`);
    valid = verify(null, message, key, Buffer.from(String(end.signature), 'base64'));
  } catch {
    throw new Fault('the last line has no signature');
  }
  if (!valid) throw new Fault('the signature is not of this file');
};

/**
 * The hashes of a pack by place, of the columns `place` and `hash`; no cell of the file has a
 * comma.
 * @param {string} csv @returns {Map<number, string>}
 */
const hashesOf = (csv) => {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const columns = head.replace(/^\uFEFF/, '').split(',');
  const [place, hash] = [columns.indexOf('place'), columns.indexOf('hash')];
  if (place < 0 || hash < 0) throw new Fault('the file of the pack has no places and hashes');
  return new Map(
    rows.map((row) => {
      const cells = row.split(',');
      return [Number(cells[place]), cells[hash] ?? ''];
    }),
  );
};

/**
 * @typedef {{ entries: number, computed: number, found: number, hash: string, madeAt: string }}
 * Checked
 */

/**
 * Answers what was checked. Throws with what is wrong.
 * @param {string} text @param {{ key?: string, pack?: string }} [known]
 * @returns {Checked}
 */
export const checkConsents = (text, known = {}) => {
  const at = text.lastIndexOf('\n', text.length - 2) + 1;
  if (!text.endsWith('\n') || at === 0) throw new Fault('the file is cut off');
  checkSignature(text.slice(0, at), json(text.slice(at)), known.key);
  const [first, ...entries] = text.slice(0, at).trimEnd().split('\n').map(json);
  if (first.kind !== 'camarim consents' || first.version !== 1)
    throw new Fault('not a file of consents that this program knows');
  if (first.entries !== entries.length) throw new Fault('entries are missing');
  const pack = known.pack === undefined ? undefined : hashesOf(known.pack);
  let [computed, found] = [0, 0];
  let last = { place: 0, hash: NOTHING };
  for (const entry of entries) {
    const { place, previous, hash } = entry;
    const linked = place > last.place && (place !== last.place + 1 || previous === last.hash);
    if (!linked || !HASH.test(previous) || !HASH.test(hash) || place > first.chain.place)
      throw new Fault(`place ${place} does not follow the one before it`);
    if (place === first.chain.place && hash !== first.chain.hash)
      throw new Fault(`place ${place} is not the end of the chain that the file names`);
    // A producer's file leaves out the network from which a person signed.
    if (entry.network !== undefined) {
      if (hashOf(entry) !== hash) throw new Fault(`the content of place ${place} has another hash`);
      computed += 1;
    }
    const kept = pack?.get(place);
    if (kept !== undefined) {
      if (kept !== hash) throw new Fault(`the pack has another hash of place ${place}`);
      found += 1;
    }
    last = { place, hash };
  }
  return {
    entries: entries.length,
    computed,
    found,
    hash: first.chain.hash,
    madeAt: first.madeAt,
  };
};

/**
 * What is wrong with the file, or null. @param {string} text @param {{ key?: string, pack?: string
 * }} [known]
 */
export const findFault = (text, known) => {
  try {
    checkConsents(text, known);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
};

if (import.meta.main ?? process.argv[1]?.endsWith('verify-consents.mjs')) {
  const words = process.argv.slice(2);
  /** @param {string} name */
  const option = (name) => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const [key, pack] = [option('--key'), option('--pack')];
  const [file] = words;
  if (!file) {
    process.stderr.write(
      'node verify-consents.mjs FILE [--key PUBLIC-KEY] [--pack records/consents.csv]\n',
    );
    process.exit(2);
  }
  const text = readFileSync(file, 'utf8');
  const known = { ...(key && { key }), ...(pack && { pack: readFileSync(pack, 'utf8') }) };
  const fault = findFault(text, known);
  if (fault === null) {
    const { entries, computed, found, hash, madeAt } = checkConsents(text, known);
    process.stdout.write(
      `Untouched, and signed at ${madeAt}: ${entries} entries, ${computed} with their content hashed again, ${found} found in the pack. The chain ended with ${hash}\n`,
    );
  } else process.stdout.write(`NOT TRUSTWORTHY: ${fault}\n`);
  process.exitCode = fault === null ? 0 : 1;
}

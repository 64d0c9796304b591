// Checks a monthly pack offline: node verify-pack.mjs FILE [--month YYYY-MM] [--key PUBLIC-KEY].
// Needs nothing but Node 20 or newer. Every file of the archive must be the one of the signed
// manifest, and nothing else may be in it. The public key stands in the archive too: compare it
// with the one the site publishes (GET /api/publics/packs/key), or give it here.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.sig.json';
const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const TOO_LARGE = 0xffffffff;

class Fault extends Error {}

/** @param {number} fd @param {number} at @param {number} length */
const read = (fd, at, length) => {
  const bytes = Buffer.alloc(length);
  if (at < 0 || readSync(fd, bytes, 0, length, at) !== length)
    throw new Fault('the archive is cut off');
  return bytes;
};

/**
 * @typedef {{ path: string, flags: number, method: number, packed: number, bytes: number, at:
 * number, described: boolean }} Entry
 */

/** Extra fields that say nothing of the content: times, and numbers of users. */
const HARMLESS = [0x5455, 0x7875];

/**
 * Others give a file another name or size to the programs that know them.
 * @param {Buffer} extra @param {string} path
 */
const checkExtra = (extra, path) => {
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (at + 4 > extra.length || !HARMLESS.includes(extra.readUInt16LE(at)))
      throw new Fault(`${path} has what other programs read otherwise`);
};

/**
 * The entries of the archive, which must follow each other without a gap: what is between them
 * could be read by other programs.
 * @param {number} fd @returns {Entry[]}
 */
const entriesOf = (fd) => {
  const size = fstatSync(fd).size;
  const end = read(fd, size - 22, 22);
  if (end.readUInt32LE(0) !== END) throw new Fault('not an archive, or something follows its end');
  const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (start === TOO_LARGE || count === 0xffff)
    throw new Fault('larger than this program can read (4 GB)');
  if (start + length !== size - 22) throw new Fault('something is beside the list of files');
  const list = read(fd, start, length);
  /** @type {Entry[]} */
  const entries = [];
  for (let at = 0; at < length;) {
    if (list.readUInt32LE(at) !== CENTRAL) throw new Fault('the list of files is damaged');
    const [name, extra, comment] = [28, 30, 32].map((place) => list.readUInt16LE(at + place));
    const path = list.toString('utf8', at + 46, at + 46 + (name ?? 0));
    const flags = list.readUInt16LE(at + 8);
    checkExtra(list.subarray(at + 46 + (name ?? 0), at + 46 + (name ?? 0) + (extra ?? 0)), path);
    entries.push({
      path,
      flags,
      described: (flags & 8) !== 0,
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      bytes: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    });
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  if (entries.length !== count) throw new Fault('the list of files is damaged');
  let next = 0;
  for (const entry of entries) {
    if (entry.at !== next) throw new Fault(`something is before ${entry.path}`);
    next = dataOf(fd, entry) + entry.packed + (entry.described ? 16 : 0);
  }
  if (next !== start) throw new Fault('something is after the last file');
  return entries;
};

/** Where the content of an entry begins. @param {number} fd @param {Entry} entry */
const dataOf = (fd, { path, flags, method, at }) => {
  const head = read(fd, at, 30);
  if (head.readUInt32LE(0) !== LOCAL) throw new Fault(`${path} is damaged`);
  const [name, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  if (read(fd, at + 30, name).toString('utf8') !== path)
    throw new Fault(`${path} has another name where it is stored`);
  if (head.readUInt16LE(6) !== flags || head.readUInt16LE(8) !== method)
    throw new Fault(`${path} has what other programs read otherwise`);
  checkExtra(read(fd, at + 30 + name, extra), path);
  return at + 30 + name + extra;
};

/**
 * @param {Buffer} packed @param {Entry} entry @returns {{ buffer: Buffer, engine: { bytesWritten:
 * number } }}
 */
const inflate = (packed, { path, bytes }) => {
  try {
    const options = { maxOutputLength: Math.max(bytes, 1), info: true };
    return /** @type {any} */ (inflateRawSync(packed, options));
  } catch {
    throw new Fault(`${path} is damaged`);
  }
};

/** @param {number} fd @param {Entry} entry @returns {Buffer} */
const contentOf = (fd, entry) => {
  const packed = read(fd, dataOf(fd, entry), entry.packed);
  if (entry.method === 0) return packed;
  const { buffer, engine } = inflate(packed, entry);
  // The end of the content is not the end of the entry.
  if (engine.bytesWritten !== packed.length)
    throw new Fault(`${entry.path} has more than its content`);
  return buffer;
};

/** @param {Buffer} bytes @param {string} path @returns {any} */
const json = (bytes, path) => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Fault(`${path} can't be read`);
  }
};

/** @param {Buffer} text @param {any} signed @param {string | undefined} knownKey */
const checkSignature = (text, signed, knownKey) => {
  const { publicKey, signature } = signed;
  if (knownKey !== undefined && knownKey !== publicKey)
    throw new Fault('signed by another key than the one you gave');
  const key = createPublicKey({
    key: Buffer.from(String(publicKey), 'base64'),
    format: 'der',
    type: 'spki',
  });
  const message = Buffer.concat([Buffer.from('camarim monthly pack\n'), text]);
  if (!verify(null, message, key, Buffer.from(String(signature), 'base64')))
    throw new Fault('the signature is not of this manifest');
};

/** Files with samples, and the records of all cases from which they were taken. */
const SAMPLES = /** @type {const} */ ([
  ['samples/takedowns.json', 'records/takedowns.csv'],
  ['samples/dismissed-reports.json', 'records/reports.csv'],
  ['samples/removal-requests.json', 'records/removals.csv'],
  ['samples/appeals.json', 'records/appeals.csv'],
  ['samples/reviews.json', 'records/reviews.csv'],
  ['samples/strikes.json', 'records/reviews.csv'],
  ['samples/age-refusals.json', 'records/age-requests.csv'],
  ['samples/consent-withdrawals.json', 'records/consents.csv'],
]);
const PER_CLASS = 5;

/**
 * Each sample must be one of the recorded cases, with at most five of a class.
 * @param {(path: string) => Buffer | null} contentAt
 */
const checkSamples = (contentAt) => {
  for (const [path, records] of SAMPLES) {
    const [samples, recorded] = [contentAt(path), contentAt(records)];
    if (!samples) continue;
    const lines = (recorded?.toString('utf8') ?? '').split(/\r?\n/);
    const ids = new Set(lines.map((line) => line.split(',')[0]));
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const sample of json(samples, path)) {
      if (!ids.has(sample.id)) throw new Fault(`${path} has a case that ${records} has not`);
      const count = (counts.get(sample.class) ?? 0) + 1;
      if (count > PER_CLASS) throw new Fault(`${path} has more than ${PER_CLASS} of one class`);
      counts.set(sample.class, count);
    }
  }
};

/** Sao Paulo has had no daylight saving since 2019. @param {string} month */
const endOfMonth = (month) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1, 3);
};

/**
 * A pack of a month that was not over has to say so.
 * @param {{ month: string, madeAt: string, partial?: boolean }} manifest
 */
const checkMonth = ({ month, madeAt, partial = false }) => {
  if (Date.parse(madeAt) < endOfMonth(month) !== partial)
    throw new Fault(`its manifest says wrongly whether ${month} was over`);
};

/**
 * Answers what is wrong with a pack, or null.
 * @param {string} file @param {{ month?: string, key?: string }} [expected]
 * @returns {string | null}
 */
export const findFault = (file, expected = {}) => {
  const fd = openSync(file, 'r');
  try {
    const entries = entriesOf(fd);
    const byPath = new Map(entries.map((entry) => [entry.path, entry]));
    if (byPath.size !== entries.length) throw new Fault('a file is in the archive twice');
    const [listed, signed] = [MANIFEST, SIGNATURE].map((path) => {
      const entry = byPath.get(path);
      if (!entry) throw new Fault(`${path} is missing`);
      return contentOf(fd, entry);
    });
    if (!listed || !signed) throw new Fault('the manifest is missing');
    checkSignature(listed, json(signed, SIGNATURE), expected.key);
    const manifest = json(listed, MANIFEST);
    if (expected.month !== undefined && manifest.month !== expected.month)
      throw new Fault(`the pack of ${manifest.month}, not of ${expected.month}`);
    checkMonth(manifest);
    for (const { path, bytes, sha256 } of manifest.files) {
      const entry = byPath.get(path);
      if (!entry) throw new Fault(`${path} is missing`);
      const content = contentOf(fd, entry);
      if (content.length !== bytes || createHash('sha256').update(content).digest('hex') !== sha256)
        throw new Fault(`${path} was changed`);
      byPath.delete(path);
    }
    checkSamples((path) => {
      const entry = entries.find((one) => one.path === path);
      return entry ? contentOf(fd, entry) : null;
    });
    for (const path of byPath.keys())
      if (path !== MANIFEST && path !== SIGNATURE) throw new Fault(`${path} was added`);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    return `can't be read: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    closeSync(fd);
  }
};

/**
 * What a file of the archive says; `{}` when it can't be read.
 * @param {string} file @param {string} path
 */
const contentAs = (file, path) => {
  const fd = openSync(file, 'r');
  try {
    const entry = entriesOf(fd).find((one) => one.path === path);
    return entry ? json(contentOf(fd, entry), path) : {};
  } catch {
    return {};
  } finally {
    closeSync(fd);
  }
};

if (import.meta.main ?? process.argv[1]?.endsWith('verify-pack.mjs')) {
  const words = process.argv.slice(2);
  const usage = () => {
    process.stderr.write('node verify-pack.mjs FILE [--month YYYY-MM] [--key PUBLIC-KEY]\n');
    process.exit(2);
  };
  /** An option without a value is a mistake, and no reason to check less. @param {string} name */
  const option = (name) => {
    const at = words.indexOf(name);
    if (at < 0) return undefined;
    return words.splice(at, 2)[1] || usage();
  };
  const [month, key] = [option('--month'), option('--key')];
  const [file] = words;
  if (!file || words.length > 1) usage();
  const fault = findFault(String(file), { ...(month && { month }), ...(key && { key }) });
  const signed = key
    ? 'Untouched, and signed.'
    : `Untouched, and signed by the key that is in it. Compare it with the site's: ${contentAs(String(file), SIGNATURE).publicKey}`;
  const { partial, madeAt } = contentAs(String(file), MANIFEST);
  const part = partial ? ` Partial: made on ${madeAt}, before its month was over.` : '';
  process.stdout.write(fault === null ? `${signed}${part}\n` : `NOT TRUSTWORTHY: ${fault}\n`);
  process.exitCode = fault === null ? 0 : 1;
}

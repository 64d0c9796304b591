// Checks an exported statement offline: node verify-statement.mjs FILE [PUBLIC-KEY]. Needs nothing
// but Node 20 or newer. Every line carries the SHA-256 of the line before it; the last one carries
// a signature over the hash of the line before it. The public key stands in the file too: compare
// it with the one the site publishes (GET /api/publics/funds/statement-key), or give it here.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PREVIOUS = /^(?:\{"previous":")?([0-9a-f]{64})[",]/;
const COLUMNS = /^previous,/;
const NOTHING = '0'.repeat(64);

/** @param {string} line */
const hashOf = (line) => createHash('sha256').update(line, 'utf8').digest('hex');

/** @param {string} line */
const readEnd = (line) => {
  if (line.startsWith('{')) {
    const { end, signature, publicKey } = JSON.parse(line);
    return { entries: Number(end), signature: String(signature), publicKey: String(publicKey) };
  }
  const [, , entries, signature = '', publicKey = ''] = line.split(',');
  return { entries: Number(entries), signature, publicKey };
};

/**
 * Answers what is wrong with a statement's text, or null.
 * @param {string} text @param {string} [knownKey] the public key, base64, that must have signed it
 * @returns {string | null}
 */
export const findFault = (text, knownKey) => {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length < 2) return 'the file does not end where it should';
  let previous = NOTHING;
  for (const [index, line] of lines.entries()) {
    const first = index === 0 && COLUMNS.test(line);
    if (!first && PREVIOUS.exec(line)?.[1] !== previous)
      return `line ${index + 1} does not follow the line before it: something was changed, removed, added or moved`;
    if (index < lines.length - 1) previous = hashOf(line);
  }
  const columns = COLUMNS.test(lines[0] ?? '') ? 1 : 0;
  const { entries, signature, publicKey } = readEnd(lines.at(-1) ?? '');
  if (entries !== lines.length - columns - 2)
    return `the end counts ${entries} entries, the file has ${lines.length - columns - 2}`;
  if (knownKey !== undefined && knownKey !== publicKey)
    return 'signed by another key than the one you gave';
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const signed = Buffer.from(`camarim statement\n${entries}\n${previous}\n`);
  return verify(null, signed, key, Buffer.from(signature, 'base64'))
    ? null
    : 'the signature at the end is not of this file';
};

if (import.meta.main ?? process.argv[1]?.endsWith('verify-statement.mjs')) {
  const [file, knownKey] = process.argv.slice(2);
  if (!file) {
    process.stderr.write('node verify-statement.mjs FILE [PUBLIC-KEY]\n');
    process.exit(2);
  }
  const text = readFileSync(file, 'utf8');
  const fault = findFault(text, knownKey);
  const { entries, publicKey } =
    fault === null
      ? readEnd(text.trimEnd().split('\n').at(-1) ?? '')
      : { entries: 0, publicKey: '' };
  process.stdout.write(
    fault === null
      ? `Untouched: ${entries} entries, signed by ${publicKey}\n`
      : `NOT TRUSTWORTHY: ${fault}\n`,
  );
  process.exitCode = fault === null ? 0 : 1;
}

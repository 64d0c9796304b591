// `npm run admin -- wallet-issuers`: lists, adds and removes the issuers of wallet documents that
// prove an age. Nothing is trusted before a person typed the fingerprint that the issuer publishes.
import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import {
  anchorLine,
  distrustAnchor,
  readCertificates,
  trustAnchor,
  viewAnchors,
} from '../features/verifications/index.ts';
import { documentCalled, WALLET_DOCUMENTS } from '../platform/age/wallet/documents.ts';
import { fingerprintOf } from '../platform/age/wallet/anchor-store.ts';
import { systemClock } from '../platform/clock/system.ts';
import type { Database } from '../platform/database/database.ts';
import { runCommand } from './operator-database.ts';
import { complain, say, usageOf } from './usage.ts';

const [act = 'list', ...words] = process.argv.slice(2);

const plain = (fingerprint: string): string => fingerprint.replaceAll(/[\s:]/g, '').toLowerCase();
const inGroups = (fingerprint: string): string =>
  fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:');

const list = async (db: Database): Promise<number> => {
  const lines = await viewAnchors({ db, clock: systemClock });
  for (const { document, subject, fingerprint, expiresAt, expired } of lines)
    say(
      `${document.padEnd(7)}${expired ? 'EXPIRED' : 'until'} ${expiresAt.toISOString().slice(0, 10)}  ${subject}\n       ${inGroups(fingerprint)}`,
    );
  if (lines.length === 0) say('No issuer is trusted: no wallet can prove an age here.');
  return 0;
};

/** The fingerprint that a person gives: as a word of the command, else typed when asked. */
const confirmedFor = async (
  certificate: X509Certificate,
  given: string[],
  typed: () => Promise<string>,
): Promise<boolean> => {
  const wanted = fingerprintOf(certificate);
  if (given.length > 0) return given.map(plain).includes(wanted);
  say(
    'Type its SHA-256 fingerprint, from a second source such as the page of the issuer (empty: skip).',
  );
  return plain(await typed()) === wanted;
};

const add = async (db: Database, [name = '', file = '', ...given]: string[]): Promise<number> => {
  const document = documentCalled(name);
  if (!document || file === '') {
    complain(
      `Name one of ${WALLET_DOCUMENTS.map((known) => known.name).join(', ')} and a file: ${usageOf('wallet-issuers')}`,
    );
    return 1;
  }
  const terminal = createInterface({ input: process.stdin });
  const lines = terminal[Symbol.asyncIterator]();
  const typed = async (): Promise<string> => String((await lines.next()).value ?? '');
  let refused = 0;
  for (const certificate of readCertificates(await readFile(file))) {
    const anchor = { docType: document.docType, certificate };
    const { subject, expiresAt } = anchorLine(anchor, systemClock.now());
    say(`${subject}\nvalid until ${expiresAt.toISOString().slice(0, 10)}`);
    if (!(await confirmedFor(certificate, given, typed))) {
      refused += 1;
      complain('Not trusted: this is not the fingerprint of this certificate.');
    } else {
      const added = await trustAnchor({ db, clock: systemClock }, anchor);
      say(added ? `Trusted for ${document.docType}.` : 'Trusted already.');
    }
  }
  terminal.close();
  return refused > 0 ? 1 : 0;
};

const remove = async (db: Database, [fingerprint = '']: string[]): Promise<number> => {
  const removed = await distrustAnchor({ db, clock: systemClock }, plain(fingerprint));
  if (removed) say('No longer trusted.');
  else complain('No issuer has this fingerprint.');
  return removed ? 0 : 1;
};

await runCommand('wallet-issuers', async (db) => {
  switch (act) {
    case 'list':
      return list(db);
    case 'add':
      return add(db, words);
    case 'remove':
      return remove(db, words);
    default:
      complain(`list, add or remove: ${usageOf('wallet-issuers')}`);
      return 1;
  }
});

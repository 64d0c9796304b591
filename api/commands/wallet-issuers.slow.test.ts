// The command that trusts issuers of wallet documents: nothing is trusted without its fingerprint.
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeAuthority } from '../../sandbox/age/certificates.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';

let app: TestApp;
let databaseUrl: string;
let file: string;
let certificates: X509Certificate[];

beforeAll(async () => {
  app = await testApp();
  databaseUrl = await databaseUrlOf(app);
  const pems = [
    (await makeAuthority('One', new Date())).pem,
    (await makeAuthority('Two', new Date())).pem,
  ];
  certificates = pems.map((pem) => new X509Certificate(pem));
  file = join(tmpdir(), `issuers-${process.pid}.pem`);
  await writeFile(file, pems.join('\n'));
});

const run = (words: string[], typed = '') =>
  runCommand(databaseUrl, 'admin', ['wallet-issuers', ...words], typed);
const printOf = (place: number): string => certificates[place]?.fingerprint256 ?? '';
const trusted = async () =>
  (await app.ctx.pool.query('SELECT doc_type, subject FROM age_anchors ORDER BY subject')).rows;

test('a certificate is trusted only with its own fingerprint and for one kind of document, and is logged', async () => {
  expect((await run([])).output).toContain('No issuer is trusted');
  expect(await run(['add', 'av', file], `${printOf(1)}\n`)).toMatchObject({ code: 1 });
  expect(await trusted()).toEqual([]);
  const wrong = printOf(0).replace(/^../, (byte) => (byte === 'FF' ? '00' : 'FF'));
  expect((await run(['add', 'av', file, wrong])).output).toContain('Not trusted');
  expect(await trusted()).toEqual([]);
  // Only one of two is confirmed: the other one stays out, and the command says so by its exit
  // code.
  expect(
    await run(['add', 'av', file, printOf(0).toLowerCase().replaceAll(':', '')]),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining('Trusted for eu.europa.ec.av.1.'),
  });
  expect(await trusted()).toEqual([
    { doc_type: 'eu.europa.ec.av.1', subject: expect.stringContaining('CN=One') },
  ]);
  expect(await run(['add', 'av', file, printOf(0), printOf(1)])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Trusted already.'),
  });
  expect((await run(['list'])).output).toContain(printOf(1));
});

test('an issuer that is removed is not trusted any more, and every change is in the audit log', async () => {
  expect((await run(['remove', printOf(1)])).code).toBe(0);
  expect((await run(['remove', printOf(1)])).code).toBe(1);
  expect((await trusted()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('CN=One'),
  ]);
  const { rows } = await app.ctx.pool.query(
    `SELECT action, admin_profile_id FROM admin_log WHERE action LIKE 'age.anchor%' ORDER BY id`,
  );
  expect(rows).toEqual([
    { action: 'age.anchorAdded', admin_profile_id: null },
    { action: 'age.anchorAdded', admin_profile_id: null },
    { action: 'age.anchorRemoved', admin_profile_id: null },
  ]);
});

test('a document or a file that is not known is refused', async () => {
  expect(await run(['add', 'passport', file])).toMatchObject({ code: 1 });
  expect(await run(['forget'])).toMatchObject({ code: 1 });
});

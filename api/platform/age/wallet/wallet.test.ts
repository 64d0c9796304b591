// The wallet verifier against a wallet from another hand (@auth0/mdl, a process of its own, by
// HTTP): the honest one passes, every single mistake is refused by the check that is meant for it,
// and without that check the same answer would pass.
import { X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cookiesOf } from '../../../testing/age/answering-verifier.ts';
import { partsOf, readKept } from '../../../testing/age/leftovers.ts';
import {
  type ForeignWallet,
  orderOf,
  startForeignWallet,
  type WalletMistake,
  type WalletOrder,
  type WalletReport,
} from '../../../testing/age/wallet-orders.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { freePort } from '../../database/free-port.ts';
import { insertAnchor } from './anchor-store.ts';
import { documentCalled, type WalletDocument } from './documents.ts';
import { CHECKS, verifyPresentation } from './verify-presentation.ts';

let app: TestApp;
let wallet: ForeignWallet;
const anchors: Record<string, X509Certificate> = {};
const AV = documentCalled('av') as WalletDocument;

beforeAll(async () => {
  const port = await freePort();
  app = await testApp({ settings: { CAMARIM_COUNTRY: 'BR', PORT: String(port) } });
  await app.server.listen({ port, host: '127.0.0.1' });
  wallet = await startForeignWallet(app.clock.now());
  afterFile(async () => wallet.stop());
  for (const name of ['av', 'mdl'] as const) {
    const certificate = new X509Certificate(wallet.anchors[name]);
    anchors[name] = certificate;
    const docType = documentCalled(name)?.docType ?? '';
    await insertAnchor(app.ctx.db, { docType, certificate }, app.clock.now());
  }
  app.clock.advance(5_001);
});

const begin = async (device: 'same' | 'other' = 'same', document = 'av') => {
  const answer = await app.visitor.ask('POST /publics/age', { body: { method: 'wallet', device } });
  const { step } = answer.reply.data;
  const links = step.kind === 'wallet' ? step.links : [];
  const link = links.find((one) => one.document === document)?.url ?? '';
  return { headers: cookiesOf(answer), link, documents: links.map((one) => one.document) };
};
const bring = async (headers: Record<string, string>, answer: Record<string, string> = {}) => {
  const ended = await app.visitor.ask('POST /publics/age/answer', { body: { answer }, headers });
  return { outcome: ended.reply.code ?? ended.reply.data.outcome, cookies: cookiesOf(ended) };
};
const codeOf = ({ body }: WalletReport): Record<string, string> => ({
  response_code: body.redirect_uri?.split('#response_code=')[1] ?? '',
});
/** One whole attempt on the same device. */
const attempt = async (part: Partial<WalletOrder> = {}, document = 'av') => {
  const { headers, link } = await begin('same', document);
  const report = await wallet.answer(link, part);
  return { ...(await bring(headers, codeOf(report))), report, link };
};
const isProven = async (headers: Record<string, string>) =>
  (await app.visitor.call('GET /publics/age', { headers })).proven;

describe('an honest wallet', () => {
  test.each(['av', 'mdl'])(
    'an adult is let in with the document %s, a minor is not',
    async (name) => {
      const adult = await attempt({ over: true }, name);
      expect(adult.outcome).toBe('over');
      expect(await isProven(adult.cookies)).toBe(true);
      const minor = await attempt({ over: false }, name);
      expect(minor.outcome).toBe('under');
      expect(await isProven(minor.cookies)).toBe(false);
    },
  );

  test('an identity pass proves an age as soon as its issuer is trusted, and not by another issuer', async () => {
    const pass = documentCalled('idPass') as WalletDocument;
    const certificate = new X509Certificate(wallet.anchors.idPass);
    await insertAnchor(app.ctx.db, { docType: pass.docType, certificate }, app.clock.now());
    app.clock.advance(5_001);
    const adult = await attempt({ over: true }, 'idPass');
    expect(orderOf(adult.link)).toMatchObject({
      docType: 'com.google.wallet.idcard.1',
      nameSpace: 'org.iso.18013.5.1',
    });
    expect([adult.outcome, await isProven(adult.cookies)]).toEqual(['over', true]);
    expect((await attempt({ over: false }, 'idPass')).outcome).toBe('under');
    for (const mistake of ['issuerOfAnotherDocument', 'otherDocType', 'otherDevice'] as const)
      expect((await attempt({ mistake }, 'idPass')).outcome).toBe('refused');
    await app.ctx.pool.query('DELETE FROM age_anchors WHERE doc_type = $1', [pass.docType]);
    app.clock.advance(5_001);
    expect((await begin()).documents).toEqual(['av', 'mdl']);
  });

  test('an adult with the wallet on another device is let in on the browser that shows the code', async () => {
    const { headers, link } = await begin('other');
    expect((await bring(headers)).outcome).toBe('waiting');
    expect((await wallet.answer(link, {})).body).toEqual({});
    expect((await bring(headers)).outcome).toBe('over');
  });

  test('the link asks for one attribute, by value, as the European profile has it', async () => {
    const { link, documents } = await begin();
    // No issuer of identity passes is trusted here.
    expect(documents).toEqual(['av', 'mdl']);
    expect(link).toMatch(/^av:\/\/\?/);
    const query = new URLSearchParams(link.slice(link.indexOf('?')));
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'vp_token',
      response_mode: 'direct_post',
      client_id: `redirect_uri:${app.ctx.config.publicUrl}/age/answers`,
      response_uri: `${app.ctx.config.publicUrl}/age/answers`,
    });
    expect(JSON.parse(query.get('dcql_query') ?? '')).toEqual({
      credentials: [
        {
          id: 'av',
          format: 'mso_mdoc',
          meta: { doctype_value: 'eu.europa.ec.av.1' },
          claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'] }],
        },
      ],
    });
    const nonces = await Promise.all(
      [begin(), begin(), begin()].map(async (one) => (await one).link),
    );
    expect(new Set(nonces.map((one) => orderOf(one).nonce)).size).toBe(3);
  });
});

/** The check that refuses each mistake. `value`: the adult's answer of the mistake's control. */
const MISTAKES: [WalletMistake, keyof typeof CHECKS, Partial<WalletOrder>?][] = [
  ['otherNonce', 'deviceSignature'],
  ['otherClient', 'deviceSignature'],
  ['otherAddress', 'deviceSignature'],
  ['otherDevice', 'deviceSignature'],
  ['otherDocType', 'docType'],
  ['noAttribute', 'attribute'],
  ['otherNameSpace', 'attribute'],
  ['valueIsText', 'attribute'],
  ['valueIsNumber', 'attribute'],
  ['valueChanged', 'digests', { over: false }],
  ['issuerDataChanged', 'issuerSignature'],
  ['unknownIssuer', 'issuerTrusted'],
  ['issuerOfAnotherDocument', 'issuerTrusted'],
  ['signerExpired', 'issuerTrusted'],
  ['signerWithoutUsage', 'signerUsage'],
  ['signerIsAuthority', 'signerUsage'],
  ['signedBeforeCertificate', 'signedInTime'],
  ['expired', 'validNow'],
  ['notYetValid', 'validNow'],
  ['twoDocuments', 'oneDocument'],
  ['statusNotOk', 'oneDocument'],
];

describe('one mistake at a time', () => {
  const all = { ...CHECKS };
  afterEach(() => void Object.assign(CHECKS, all));

  test.each(MISTAKES)(
    'the mistake %s is refused by the check %s, and only by it',
    async (mistake, check, part = {}) => {
      const { outcome, cookies, report, link } = await attempt({ mistake, ...part });
      expect(outcome).toBe('refused');
      expect(await isProven(cookies)).toBe(false);
      const { clientId, responseUri, nonce } = orderOf(link);
      const facts = {
        request: { clientId, responseUri, nonce },
        document: AV,
        anchors: [anchors['av'] as X509Certificate],
        now: app.clock.now(),
      };
      expect(await verifyPresentation(report.shown, facts)).toEqual({ failed: check });
      // The control: with this one check off, the answer is taken for that of a document with the
      // value.
      Object.assign(CHECKS, { [check]: () => true });
      const without = await verifyPresentation(report.shown, facts);
      expect(without).toHaveProperty('over');
      if (check !== 'attribute') expect(without).toEqual({ over: true });
    },
  );

  test.each([
    ['nonce', 'otherNonce', 'a-nonce-of-another-request'],
    ['clientId', 'otherClient', 'redirect_uri:https://other.example/answers'],
    ['responseUri', 'otherAddress', 'https://other.example/answers'],
  ] as const)(
    'the %s of the request is all that is wrong with the answer %s',
    async (name, mistake, value) => {
      const { report, link } = await attempt({ mistake });
      const { clientId, responseUri, nonce } = orderOf(link);
      expect(
        await verifyPresentation(report.shown, {
          request: { clientId, responseUri, nonce, [name]: value },
          document: AV,
          anchors: [anchors['av'] as X509Certificate],
          now: app.clock.now(),
        }),
      ).toEqual({ over: true });
    },
  );

  test('an honest answer is refused a second time, for another attempt, late, and without the code', async () => {
    const first = await begin();
    const report = await wallet.answer(first.link, {});
    expect(report.status).toBe(200);
    expect((await bring(first.headers)).outcome).toBe('waiting');
    expect((await bring(first.headers, codeOf(report))).outcome).toBe('over');
    expect((await wallet.answer(first.link, {})).status).toBe(400);
    const second = await begin();
    const replayed = await wallet.answer(second.link, { nonce: orderOf(first.link).nonce });
    expect((await bring(second.headers, codeOf(replayed))).outcome).toBe('refused');
    const late = await begin();
    app.clock.advance(300_000);
    expect((await wallet.answer(late.link, {})).status).toBe(400);
  });

  test('an issuer no longer trusted by the operator is refused within seconds, also in a begun attempt', async () => {
    const { headers, link } = await begin();
    await app.ctx.pool.query(`DELETE FROM age_anchors WHERE doc_type = 'eu.europa.ec.av.1'`);
    app.clock.advance(5_001);
    const report = await wallet.answer(link, {});
    expect((await bring(headers, codeOf(report))).outcome).toBe('refused');
    expect((await begin()).documents).toEqual(['mdl']);
    const docType = 'eu.europa.ec.av.1';
    await insertAnchor(
      app.ctx.db,
      { docType, certificate: anchors['av'] as X509Certificate },
      app.clock.now(),
    );
    app.clock.advance(5_001);
    expect((await attempt()).outcome).toBe('over');
  });
});

describe('answers that no wallet sends', () => {
  const factsOf = (link: string) => {
    const { clientId, responseUri, nonce } = orderOf(link);
    return {
      request: { clientId, responseUri, nonce },
      document: AV,
      anchors: [anchors['av'] as X509Certificate],
      now: app.clock.now(),
    };
  };

  test('no changed byte turns the answer of a minor into that of an adult, and none throws', async () => {
    const { report, link } = await attempt({ over: false });
    const bytes = Buffer.from(report.shown, 'base64url');
    const facts = factsOf(link);
    const verdicts = new Set<string>();
    for (let at = 0; at < bytes.length; at += 5) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const verdict = await verifyPresentation(changed.toString('base64url'), facts);
      verdicts.add(JSON.stringify(verdict));
    }
    expect([...verdicts]).not.toContain('{"over":true}');
    expect([...verdicts]).toContain('{"failed":"readable"}');
    expect([...verdicts]).toContain('{"failed":"digests"}');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['two credentials', '{"av":["AA"],"mdl":["AA"]}'],
    ['two presentations', '{"av":["AA","AA"]}'],
    ['an unknown credential', '{"pid":["AA"]}'],
    ['a name of every object', '{"__proto__":["AA"]}'],
    ['no CBOR', '{"av":["AA"]}'],
    ['an array of four billion items', '{"av":["mv____8"]}'],
    ['a map of four billion entries', '{"av":["uv____8"]}'],
    [
      'ten thousand arrays in each other',
      `{"av":["${Buffer.alloc(10_000, 0x81).toString('base64url')}"]}`,
    ],
  ])('a token with %s is refused', async (_, token) => {
    const { headers, link } = await begin();
    const { state, responseUri } = orderOf(link);
    const reply = await fetch(responseUri, {
      method: 'POST',
      body: new URLSearchParams({ state, vp_token: token }),
    });
    const body = (await reply.json()) as WalletReport['body'];
    const code = codeOf({ status: reply.status, body, shown: '' });
    expect((await bring(headers, code)).outcome).toBe('refused');
  });

  test('a person who declines in the wallet is refused, and may try again', async () => {
    const { headers, link } = await begin();
    const { state, responseUri } = orderOf(link);
    const reply = await fetch(responseUri, {
      method: 'POST',
      body: new URLSearchParams({ state, error: 'access_denied' }),
    });
    const body = (await reply.json()) as WalletReport['body'];
    expect((await bring(headers, codeOf({ status: reply.status, body, shown: '' }))).outcome).toBe(
      'refused',
    );
    expect((await attempt()).outcome).toBe('over');
  });
});

test('nothing of a wallet’s answer remains in the database, in the log or in a file', async () => {
  const { report, link } = await attempt({ over: true }, 'mdl');
  const { nonce, state, familyName, birthDate } = orderOf(link);
  const placesOf = await readKept(app);
  // The control: what is there is found in this way.
  expect(placesOf('eu.europa.ec.av.1')).toContain('database');
  expect(placesOf('a wallet’s answer is refused')).toEqual(['log']);
  // Of what was shown the document's data and both signatures; the issuer's name is in its trusted
  // certificate, too.
  const shown = Buffer.from(report.shown, 'base64url');
  const secrets = [nonce, state, familyName, birthDate, report.shown.slice(200, 240)];
  for (const secret of [...secrets, ...partsOf(shown)])
    expect([secret, placesOf(secret)]).toEqual([secret, []]);
  expect(
    (
      await app.ctx.pool.query(`SELECT DISTINCT outcome FROM age_counts WHERE method = 'wallet'`)
    ).rows
      .map(({ outcome }) => outcome)
      .sort(),
  ).toEqual(['begun', 'over', 'refused', 'under']);
});

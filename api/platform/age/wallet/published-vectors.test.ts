// What others published, and our reading of it: the session transcript of OpenID4VP 1.0 (B.2.6.1),
// and the proof of age of the European age verification profile (annex A.10).
import { X509Certificate } from 'node:crypto';
import { cborEncode, DataItem, IssuerSigned, SessionTranscript } from './mdoc.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { leadsToAnchor } from './certificate-chain.ts';
import { documentCalled } from './documents.ts';
import { mdocContext } from './mdoc-context.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

test('the messages of Zod distinguish missing fields of requests from wrong ones', () => {
  const [issue] = z.string().safeParse(undefined).error?.issues ?? [];
  expect(issue?.message).toBe('Invalid input: expected string, received undefined');
});

test('the session transcript is that of the specification', async () => {
  const request = {
    clientId: 'x509_san_dns:example.com',
    nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
    responseUri: 'https://example.com/response',
    jwkThumbprint: bytes('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047'),
  };
  const encode = async (part: Partial<typeof request>) =>
    Buffer.from(
      (await SessionTranscript.forOid4Vp({ ...request, ...part }, mdocContext)).encode(),
    ).toString('hex');
  const published =
    '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac';
  expect(await encode({})).toBe(published);
  for (const part of [
    { clientId: 'x509_san_dns:example.org' },
    { nonce: 'another' },
    { responseUri: 'https://example.com/other' },
  ])
    expect(await encode(part)).not.toBe(published);
});

/** The certificate of the example's signer. */
const SIGNER =
  '308202BD30820263A00302010202144E4B041C8C22BA2C7AE96A64CD2475B27162FB2A300A06082A8648CE3D04030230693126302406035504030C1D41676520566572696669636174696F6E2049737375657220434120303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B3009060355040613024156301E170D3235303430383233343034365A170D3236303730323233343034355A30653122302006035504030C1941676520566572696669636174696F6E204453202D2030303131323030060355040A0C2941676520566572696669636174696F6E205265666572656E636520496D706C656D656E746174696F6E310B30090603550406130241563059301306072A8648CE3D020106082A8648CE3D03010703420004BAE260A91CF520652293DB654C0F19F5CC7FAE9388F73D025B3252D035B6BCB96C799414FB510EF79C609284B379D1B85EB812240CCBC525318DB72016EBDB00A381EC3081E9301F0603551D23041830168014B13258C9ED461B5B1DCE3855E09F6FE89C90B0BA30160603551D250101FF040C300A06082B8102020000010230440603551D1F043D303B3039A037A035863368747470733A2F2F6973737565722E616765766572696669636174696F6E2E6465762F706B692F41565F43415F30312E63726C301D0603551D0E0416041420DEDF57FB318B998A762E464494B021CE76D310300E0603551D0F0101FF04040302078030390603551D12043230300603551D1204293027822568747470733A2F2F636F6D6D697373696F6E2E6575726F70612E65752F696E6465785F656E300A06082A8648CE3D040302034800304502200860F6AAEAA39FE479EC697E1EADBB0B473CB0E75C7B9E489EDD20BB5DD1AFBF022100A90A05B2FA2EAAB6A523FC6BE44F92EE7C21725A741D13629021FAD6AD14D3AC';
const SIGNATURE =
  'DEE5E0AB7E5A7F29CCEFE7E07C74B2389FE3B0078A35716D8313B60602476E3E4CEA73F844351F90FEBFFF7FAA3EA1A8D68AFB2676E507F6D0AFBFD5A94D6E8B';

const attribute = (value: boolean) =>
  DataItem.fromData(
    new Map<string, unknown>([
      ['random', bytes('11D5B8F7AB303D50960E488B0C20B645876697812A67A1A007609FA95B9BCC17')],
      ['digestID', 0],
      ['elementValue', value],
      ['elementIdentifier', 'age_over_18'],
    ]),
  );

const issuerData = (more: readonly [string, unknown][]) =>
  DataItem.fromData(
    new Map<string, unknown>([
      ...more,
      ['docType', 'eu.europa.ec.av.1'],
      ['version', '1.0'],
      [
        'validityInfo',
        new Map([
          ['signed', new Date('2025-06-20T08:45:29Z')],
          ['validFrom', new Date('2025-06-20T08:45:29Z')],
          ['validUntil', new Date('2025-09-18T00:00:00Z')],
        ]),
      ],
      [
        'valueDigests',
        new Map([
          [
            'eu.europa.ec.av.1',
            new Map([
              [0, bytes('2263E4515E0F1ABAD07FB1185A623944B5BD667A3CF189381E4C197133AEF99B')],
            ]),
          ],
        ]),
      ],
      [
        'deviceKeyInfo',
        new Map([
          [
            'deviceKey',
            new Map<number, unknown>([
              [1, 2],
              [-1, 1],
              [-2, bytes('A0521B8EC99F9B9F52E716FC17CB93762935B9BFA6EE87F27F24682D5DA987F4')],
              [-3, bytes('BBA07F498D0F421E9753C94CA5A6B3B224EBE68BCE4DE8581040E8A63214E1B7')],
            ]),
          ],
        ]),
      ],
      ['digestAlgorithm', 'SHA-256'],
    ]),
  );

/** As the annex writes it in diagnostic notation. */
const proofOfAge = (
  value: boolean,
  signature = SIGNATURE,
  more: readonly [string, unknown][] = [],
): IssuerSigned =>
  IssuerSigned.decode(
    cborEncode(
      new Map<string, unknown>([
        [
          'issuerAuth',
          [
            cborEncode(new Map([[1, -7]])),
            new Map([[33, bytes(SIGNER)]]),
            cborEncode(issuerData(more)),
            bytes(signature),
          ],
        ],
        ['nameSpaces', new Map([['eu.europa.ec.av.1', [attribute(value)]]])],
      ]),
    ),
  );

test('the European proof of age has the digest of its attribute, and the usage of its signer', async () => {
  const [item] = proofOfAge(true).getIssuerNamespace('eu.europa.ec.av.1') ?? [];
  const [changed] = proofOfAge(false).getIssuerNamespace('eu.europa.ec.av.1') ?? [];
  const { issuerAuth } = proofOfAge(true);
  expect(item?.elementValue).toBe(true);
  expect(await item?.isValid('eu.europa.ec.av.1', issuerAuth, mdocContext)).toBe(true);
  expect(await changed?.isValid('eu.europa.ec.av.1', issuerAuth, mdocContext)).toBe(false);
  const signer = new X509Certificate(issuerAuth.certificate);
  expect(documentCalled('av')?.signerUsages).toEqual(expect.arrayContaining(signer.keyUsage ?? []));
  expect(leadsToAnchor([signer], [signer], new Date('2025-07-01T00:00:00Z'))).toBe(true);
  expect(leadsToAnchor([signer], [signer], new Date('2027-07-01T00:00:00Z'))).toBe(false);
  expect(leadsToAnchor([signer], [], new Date('2025-07-01T00:00:00Z'))).toBe(false);
});

test('the proof of age of the European profile has a valid signature, and none once a byte of it changes', async () => {
  expect(await proofOfAge(true).issuerAuth.verifySignature({}, mdocContext)).toBe(true);
  const changed = SIGNATURE.replace(/^../, '00');
  expect(await proofOfAge(true, changed).issuerAuth.verifySignature({}, mdocContext)).toBe(false);
});

test('a document whose issuer names a list of revoked ones is read, too', () => {
  const status = new Map([['status_list', new Map<string, unknown>([['idx', 450]])]]);
  const { mobileSecurityObject } = proofOfAge(true, SIGNATURE, [['status', status]]).issuerAuth;
  expect(mobileSecurityObject.docType).toBe('eu.europa.ec.av.1');
  expect(mobileSecurityObject.validityInfo.validUntil).toEqual(new Date('2025-09-18T00:00:00Z'));
});

// A wallet from another hand, as a process of its own: @auth0/mdl issues the documents and answers
// the requests, by HTTP. It can make one mistake at a time. Run as: node foreign-wallet.ts NOW_MS
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import mdl from '@auth0/mdl';
import { exportJWK } from 'jose';
import {
  appointSigner,
  type Authority,
  makeAuthority,
  makeKeys,
  type Signer,
} from '../../../sandbox/age/certificates.ts';
import type { WalletOrder, WalletReport } from './wallet-orders.ts';

const now = new Date(Number(process.argv[2] ?? Date.now()));
const later = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

const authority = await makeAuthority('Foreign', now);
const driving = await makeAuthority('Foreign driving', now);
const passes = await makeAuthority('Foreign passes', now);
const stranger = await makeAuthority('Stranger', now);

/** CBOR of what a session transcript holds: texts, bytes, null and arrays (RFC 8949). */
const cbor = (value: unknown): Buffer => {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const items = value as unknown[];
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
};

/** Written from OpenID4VP 1.0, B.2.6.1, and not with the library of the verifier. */
const transcriptOf = (clientId: string, nonce: string, responseUri: string): Buffer => {
  const info = createHash('sha256')
    .update(cbor([clientId, nonce, null, responseUri]))
    .digest();
  const transcript = cbor([null, null, ['OpenID4VPHandover', info]]);
  return Buffer.concat([Buffer.from([0xd8, 24]), cbor(transcript)]);
};

/** The issuer of each document, whom the operator trusts for it alone. */
const AUTHORITIES: Record<string, Authority> = {
  'org.iso.18013.5.1.mDL': driving,
  'com.google.wallet.idcard.1': passes,
};

const signerFor = async ({ mistake, docType }: WalletOrder): Promise<Signer> => {
  const trusted = AUTHORITIES[docType] ?? authority;
  switch (mistake) {
    case 'unknownIssuer':
      return appointSigner(stranger, now);
    case 'issuerOfAnotherDocument':
      return appointSigner(trusted === driving ? authority : driving, now);
    case 'signerWithoutUsage':
      return appointSigner(trusted, now, { usage: '1.3.6.1.5.5.7.3.1' });
    case 'signerIsAuthority':
      return appointSigner(trusted, now, { ca: true });
    case 'signerExpired':
      return appointSigner(trusted, now, { fromMs: -20 * DAY_MS, untilMs: -DAY_MS });
    case 'signedBeforeCertificate':
      return appointSigner(trusted, now, { fromMs: -HOUR_MS });
    default:
      return appointSigner(trusted, now);
  }
};

/** Signed two days ago, by a certificate that was not valid yet, or is no longer. */
const BACKDATED: readonly (string | null)[] = ['signedBeforeCertificate', 'signerExpired'];

const valueOf = ({ mistake, over }: WalletOrder): unknown =>
  mistake === 'valueIsText' ? 'true' : mistake === 'valueIsNumber' ? 1 : over;

const issue = async (order: WalletOrder, devicePublicKey: object): Promise<Buffer> => {
  const { mistake, docType, nameSpace } = order;
  const signer = await signerFor(order);
  const issued = mistake === 'otherDocType' ? 'org.example.pass.1' : docType;
  const document = await new mdl.Document(issued as 'org.iso.18013.5.1.mDL')
    .addIssuerNameSpace(
      (mistake === 'otherNameSpace' ? 'org.example.names.1' : nameSpace) as 'org.iso.18013.5.1',
      {
        // A document has more in it than it shows: nothing of these may turn up anywhere.
        ...(docType in AUTHORITIES && {
          family_name: order.familyName,
          birth_date: order.birthDate,
        }),
        [mistake === 'noAttribute' ? 'age_over_21' : 'age_over_18']: valueOf(order),
      },
    )
    .useDigestAlgorithm('SHA-256')
    .addValidityInfo({
      signed: BACKDATED.includes(mistake) ? later(-2) : now,
      validFrom: mistake === 'notYetValid' ? later(2) : later(-0.5),
      validUntil: mistake === 'expired' ? later(-0.25) : later(30),
    })
    .addDeviceKeyInfo({ deviceKey: devicePublicKey as never })
    .sign({
      issuerPrivateKey: signer.privateJwk as never,
      issuerCertificate: signer.certificate,
      alg: 'ES256',
    });
  return new mdl.MDoc([document]).encode();
};

/** Replaces bytes by others of the same length, so that the structure around it stays whole. */
const replaced = (bytes: Buffer, from: Buffer, to: Buffer): Buffer => {
  const at = bytes.indexOf(from);
  if (at < 0) throw new Error('not found in what is shown');
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
};

const tampered = (bytes: Buffer, { mistake }: WalletOrder): Buffer => {
  const value = Buffer.from('elementValue');
  const [no, yes] = [Buffer.from([0xf4]), Buffer.from([0xf5])];
  switch (mistake) {
    case 'valueChanged':
      return replaced(bytes, Buffer.concat([value, no]), Buffer.concat([value, yes]));
    case 'issuerDataChanged': {
      const until = Buffer.from(later(30).toISOString().slice(0, 10));
      return replaced(bytes, until, Buffer.from(later(29).toISOString().slice(0, 10)));
    }
    case 'statusNotOk':
      return replaced(
        bytes,
        Buffer.concat([Buffer.from('status'), Buffer.from([0])]),
        Buffer.concat([Buffer.from('status'), Buffer.from([10])]),
      );
    default:
      return bytes;
  }
};

const present = async (order: WalletOrder): Promise<Buffer> => {
  const { mistake, clientId, nonce, responseUri } = order;
  const keys = await makeKeys();
  const other = await makeKeys();
  const issued = await issue(order, await exportJWK(keys.publicKey as CryptoKey));
  const shownType = mistake === 'otherDocType' ? 'org.example.pass.1' : order.docType;
  const nameSpace = mistake === 'otherNameSpace' ? 'org.example.names.1' : order.nameSpace;
  const attribute = mistake === 'noAttribute' ? 'age_over_21' : 'age_over_18';
  const response = mdl.DeviceResponse.from(issued)
    .usingPresentationDefinition({
      id: 'age',
      input_descriptors: [
        {
          id: shownType,
          format: { mso_mdoc: { alg: ['ES256'] } },
          constraints: {
            limit_disclosure: 'required',
            fields: [{ path: [`$['${nameSpace}']['${attribute}']`], intent_to_retain: false }],
          },
        },
      ],
    })
    .usingSessionTranscriptBytes(
      transcriptOf(
        mistake === 'otherClient' ? 'redirect_uri:https://other.example/answers' : clientId,
        mistake === 'otherNonce' ? 'a-nonce-of-another-request' : nonce,
        mistake === 'otherAddress' ? 'https://other.example/answers' : responseUri,
      ),
    )
    .authenticateWithSignature(
      await exportJWK((mistake === 'otherDevice' ? other : keys).privateKey as CryptoKey),
      'ES256',
    );
  const signed = await response.sign();
  if (mistake === 'twoDocuments') signed.documents.push(...signed.documents);
  return tampered(signed.encode(), order);
};

const answer = async (request: IncomingMessage): Promise<unknown> => {
  if (request.url === '/anchors')
    return { av: authority.pem, mdl: driving.pem, idPass: passes.pem };
  const order = JSON.parse(await text(request)) as WalletOrder;
  const shown = (await present(order)).toString('base64url');
  const token = JSON.stringify({ [order.credentialId]: [shown] });
  const reply = await fetch(order.responseUri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ vp_token: token, state: order.state }),
  });
  return {
    status: reply.status,
    body: (await reply.json()) as WalletReport['body'],
    shown,
  } satisfies WalletReport;
};

const server = createServer((request, reply) => {
  answer(request).then(
    (body) => reply.end(JSON.stringify(body)),
    (error: unknown) => reply.writeHead(500).end(JSON.stringify({ error: String(error) })),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

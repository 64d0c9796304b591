// A digital wallet for development: reads a request of OpenID4VP 1.0 in a link, and answers with an
// mdoc that says whether its holder is of age.
import { createHash, createPrivateKey, randomBytes, sign, webcrypto } from 'node:crypto';
import { DAY_MS } from '@camarim/contract/time';
import { z } from 'zod';
import type { SandboxContext } from '../core/order-store.ts';
import { appointSigner, type Authority, makeAuthority, makeKeys } from './certificates.ts';

export type WalletRequest = {
  credentialId: string;
  docType: string;
  nameSpace: string;
  attribute: string;
  clientId: string;
  nonce: string;
  responseUri: string;
  state: string;
};

/** `stranger`: the document of an issuer whom no site trusts. */
export type WalletAnswer = 'over' | 'under' | 'declined' | 'expired' | 'stranger';

type Query = {
  credentials: {
    id: string;
    meta: { doctype_value: string };
    claims: { path: [string, string] }[];
  }[];
};

/** What the parameters of a link ask for. Throws when they ask for something else than an mdoc. */
export const readRequest = (parameters: URLSearchParams): WalletRequest => {
  const read = (name: string): string => {
    const value = parameters.get(name);
    if (!value) throw new Error(`the request has no ${name}`);
    return value;
  };
  const { credentials } = JSON.parse(read('dcql_query')) as Query;
  const [credential] = credentials;
  const [nameSpace, attribute] = credential?.claims[0]?.path ?? [];
  if (!credential || !nameSpace || !attribute) throw new Error('the request asks for no attribute');
  return {
    credentialId: credential.id,
    docType: credential.meta.doctype_value,
    nameSpace,
    attribute,
    clientId: read('client_id'),
    nonce: read('nonce'),
    responseUri: read('response_uri'),
    state: read('state'),
  };
};

// Loaded at the first use: the sandbox starts with the application.
const loadMdoc = async () => {
  const mdoc = await import('@owf/mdoc');
  // It replaced the messages of all Zod schemas of the process.
  z.config({ customError: undefined });
  const context = {
    crypto: {
      random: (length: number) => new Uint8Array(randomBytes(length)),
      digest: ({ digestAlgorithm, bytes }: { digestAlgorithm: string; bytes: Uint8Array }) =>
        new Uint8Array(
          createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest(),
        ),
      calculateEphemeralMacKey: (): never => {
        throw new Error('wallets of the sandbox sign');
      },
    },
    cose: {
      sign1: {
        sign: ({
          toBeSigned,
          key,
        }: {
          toBeSigned: Uint8Array;
          key: { jwk: Record<string, unknown> };
        }) =>
          new Uint8Array(
            sign('sha256', toBeSigned, {
              key: createPrivateKey({ key: key.jwk, format: 'jwk' }),
              dsaEncoding: 'ieee-p1363',
            }),
          ),
        verify: (): never => {
          throw new Error('wallets of the sandbox verify nothing');
        },
      },
      mac0: {
        sign: (): never => {
          throw new Error('wallets of the sandbox sign');
        },
        verify: (): never => {
          throw new Error('wallets of the sandbox verify nothing');
        },
      },
    },
  };
  return { mdoc, context };
};

const jwkOf = async (key: webcrypto.CryptoKey): Promise<Record<string, unknown>> => {
  const { key_ops: _, ext: __, ...jwk } = await webcrypto.subtle.exportKey('jwk', key);
  return { ...jwk, alg: 'ES256' };
};

/** One mdoc for one request: with a new key each time, so that two visits can't be compared. */
const present = async (
  request: WalletRequest,
  authority: Authority,
  now: Date,
  { over, expired }: { over: boolean; expired: boolean },
): Promise<string> => {
  const { mdoc, context } = await loadMdoc();
  const [signer, device] = await Promise.all([appointSigner(authority, now), makeKeys()]);
  const { docType, nameSpace, attribute, clientId, nonce, responseUri } = request;
  const issuerSigned = await new mdoc.Issuer(docType, context)
    .addIssuerNamespace(nameSpace, { [attribute]: over })
    .sign({
      signingKey: mdoc.CoseKey.fromJwk({ ...signer.privateJwk, alg: 'ES256' }),
      algorithm: mdoc.SignatureAlgorithm.ES256,
      digestAlgorithm: 'SHA-256',
      validityInfo: {
        signed: now,
        validFrom: new Date(now.getTime() - DAY_MS),
        validUntil: new Date(now.getTime() + (expired ? -60_000 : 30 * DAY_MS)),
      },
      deviceKeyInfo: { deviceKey: mdoc.DeviceKey.fromJwk(await jwkOf(device.publicKey)) },
      certificates: [signer.certificate],
    });
  const response = await mdoc.DeviceResponse.createWithDeviceRequest(
    {
      deviceRequest: mdoc.DeviceRequest.create({
        docRequests: [
          mdoc.DocRequest.create({
            itemsRequest: mdoc.ItemsRequest.create({
              docType,
              namespaces: { [nameSpace]: { [attribute]: false } },
            }),
          }),
        ],
      }),
      sessionTranscript: await mdoc.SessionTranscript.forOid4Vp(
        { clientId, nonce, responseUri },
        context,
      ),
      issuerSigned: [issuerSigned],
      signature: { signingKey: mdoc.CoseKey.fromJwk(await jwkOf(device.privateKey)) },
    },
    context,
  );
  return response.encodedForOid4Vp;
};

export type Wallet = {
  /** The certificate of the issuer, which a site has to trust. */
  issuer(): Promise<string>;
  /** The form that is posted to the site. */
  formFor(request: WalletRequest, answer: WalletAnswer): Promise<Record<string, string>>;
};

export const createWallet = ({ clock }: Pick<SandboxContext, 'clock'>): Wallet => {
  let authority: Promise<Authority> | undefined;
  const known = () => (authority ??= makeAuthority('Issuer of the sandbox', clock.now()));
  return {
    issuer: async () => (await known()).pem,
    async formFor(request, answer): Promise<Record<string, string>> {
      const { state, credentialId } = request;
      if (answer === 'declined') return { state, error: 'access_denied' };
      const now = clock.now();
      const issuer = answer === 'stranger' ? await makeAuthority('Stranger', now) : await known();
      const shown = await present(request, issuer, now, {
        over: answer !== 'under',
        expired: answer === 'expired',
      });
      return { state, vp_token: JSON.stringify({ [credentialId]: [shown] }) };
    },
  };
};

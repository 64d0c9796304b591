// How PayPal signs its webhooks: a key pair of the sandbox, its certificate, and the signature of a
// transmission.
import { createHash, createPrivateKey, randomUUID, sign, webcrypto } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DAY_MS } from '@camarim/contract/time';
import type { SandboxContext } from '../core/order-store.ts';

const KEY_PAIR = 'paypal-signing';
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
/** The name that PayPal's certificates carry. */
const SUBJECT = 'CN=messageverificationcerts.paypal.com';
const VALID_MS = 10 * 365 * DAY_MS;

export type Signer = {
  certificateId: string;
  certificatePem: string;
  /** The headers of one transmission of a body. */
  headersFor: (
    rawBody: string,
    webhookId: string,
    certificateUrl: string,
  ) => Record<string, string>;
};

/** `privateKey` is PKCS #8 in base64. */
type StoredKeyPair = { privateKey: string; certificatePem: string };

const makeKeys = async (now: Date): Promise<StoredKeyPair> => {
  // Loaded on first use; the certificate library needs reflect-metadata before it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as Crypto);
  const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: SUBJECT,
    // A day's grace for clocks that go behind.
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + VALID_MS),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { privateKey: pkcs8.toString('base64'), certificatePem: certificate.toString('pem') };
};

/** The keys of a former run, or new ones. */
export const createSigner = async ({ store, clock }: SandboxContext): Promise<Signer> => {
  const keys = store.get<StoredKeyPair>(KEY_PAIR, 'pair') ?? (await makeKeys(clock.now()));
  store.put(KEY_PAIR, 'pair', keys);
  const privateKey = createPrivateKey({
    key: Buffer.from(keys.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    certificateId: `CERT-${createHash('sha256').update(keys.certificatePem).digest('hex').slice(0, 24)}`,
    certificatePem: keys.certificatePem,
    headersFor: (rawBody, webhookId, certificateUrl) => {
      const id = randomUUID();
      const time = clock.now().toISOString();
      const message = `${id}|${time}|${webhookId}|${crc32(rawBody)}`;
      return {
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(message), privateKey).toString(
          'base64',
        ),
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': certificateUrl,
      };
    },
  };
};

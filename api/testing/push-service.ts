// A push service and a browser behind it, for tests: takes messages over HTTP, checks their
// signature (RFC 8292) and decrypts them as the browser does (RFC 8291, RFC 8188).
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const HEADER = { salt: 16, keyLengthAt: 20, keyAt: 21 };
const TAG_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

type Browser = {
  /** What the browser gives to the page. */
  address: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Decrypted messages, oldest first. */
  messages: unknown[];
  /** Status of the service's next answers to this browser; 201 unless set. */
  answer: number;
};

export type PushService = {
  origin: string;
  browser(): Browser;
  /** `subject` and public key of every signature that was valid. */
  signers: { sub: unknown; key: string }[];
  close(): Promise<void>;
};

/** RFC 8291, section 3.4: from the shared secret to the key and nonce of the only record. */
const decrypt = (body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, HEADER.salt);
  const keyLength = body[HEADER.keyLengthAt] ?? 0;
  const sender = body.subarray(HEADER.keyAt, HEADER.keyAt + keyLength);
  const record = body.subarray(HEADER.keyAt + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdf(ecdh.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(
    record.subarray(-TAG_BYTES),
  );
  const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  // The last record ends with the delimiter 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
};

/** Throws when the signature is not of the key that it names, or for another service. */
const checkSignature = (authorization: string, origin: string): { sub: unknown; key: string } => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const valid = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  if (!valid || claims['aud'] !== origin) throw new Error('the signature is not valid');
  return { sub: claims['sub'], key };
};

export const openPushService = async (): Promise<PushService> => {
  const browsers = new Map<string, Browser & { take(body: Buffer): void }>();
  const signers: PushService['signers'] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      try {
        signers.push(checkSignature(request.headers.authorization ?? '', origin));
        if (browser?.answer === 201) browser.take(Buffer.concat(chunks));
        response.writeHead(browser?.answer ?? 404, { location: `${origin}/elsewhere` }).end();
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    signers,
    browser() {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(9).toString('base64url')}`;
      const browser: Browser & { take(body: Buffer): void } = {
        address: {
          endpoint: origin + path,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        messages: [],
        answer: 201,
        take: (body) => void browser.messages.push(JSON.parse(decrypt(body, ecdh, auth))),
      };
      browsers.set(path, browser);
      return browser;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

// The installation's Ed25519 key, which signs statements and monthly packs. Created once and stored
// in the database with its other secrets.
import { type KeyObject, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { installationSecret } from './secret.ts';

/** RFC 8410: the prefix of a 32-byte Ed25519 private key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** `publicKey`: SubjectPublicKeyInfo, DER, base64; so are signatures, base64. */
export type SigningKey = { publicKey: string; sign(text: Buffer): string };

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/**
 * One key for all that is signed: a signed text names its purpose, so that a signature made for one
 * can't be used for another.
 */
export const signingKey = async (db: Database): Promise<SigningKey> => {
  // The name is older than the packs.
  const seed = await installationSecret(db, 'statements.signing');
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return { publicKey: publicKeyOf(key), sign: (text) => sign(null, text, key).toString('base64') };
};

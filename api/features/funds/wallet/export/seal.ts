// The installation's Ed25519 key, which signs statements. Created once and stored in the database
// with its other secrets.
import { type KeyObject, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { installationSecret } from '../../../../platform/installation/secret.ts';
import type { Ctx } from '../../../../context.ts';
import type { Seal } from './chain.ts';

/** RFC 8410: the prefix of a 32-byte Ed25519 private key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/**
 * The signed text names its purpose, so that a signature made for another purpose can't be used
 * here.
 */
export const signedText = (head: string, entries: number): Buffer =>
  Buffer.from(`camarim statement\n${entries}\n${head}\n`);

export const statementSeal = async ({ db }: Ctx): Promise<Seal> => {
  const seed = await installationSecret(db, 'statements.signing');
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    publicKey: publicKeyOf(key),
    sign: (head, entries) => sign(null, signedText(head, entries), key).toString('base64'),
  };
};

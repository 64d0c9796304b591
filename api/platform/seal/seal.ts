// Seals personal data before it is stored: AES-256-GCM with the installation's key, bound to the
// row it belongs to.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * `context` names table and row: a sealed value that is copied to another row does not open there.
 */
export type Seal = {
  seal(context: string, value: unknown): Buffer;
  /** What was sealed; throws when the bytes, the context or the key are not the same. */
  open<T>(context: string, sealed: Buffer): T;
  /** Seals bytes as they are: files. */
  sealBytes(context: string, content: Buffer): Buffer;
  openBytes(context: string, sealed: Buffer): Buffer;
};

const ALGORITHM = 'aes-256-gcm';
/** First byte of every sealed value, so that another way of sealing can come beside this one. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

export const createSeal = (key: Buffer): Seal => {
  const sealBytes = (context: string, content: Buffer): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
  };
  const openBytes = (context: string, sealed: Buffer): Buffer => {
    if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) throw new Error('not a sealed value');
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(1, 1 + NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
  };
  return {
    seal: (context, value) => sealBytes(context, Buffer.from(JSON.stringify(value))),
    open: <T>(context: string, sealed: Buffer) =>
      JSON.parse(openBytes(context, sealed).toString('utf8')) as T,
    sealBytes,
    openBytes,
  };
};

/** The seal of the operator's DATA_KEY. */
export const sealOfKey = (dataKey: string): Seal =>
  createSeal(createHash('sha256').update(dataKey).digest());

// A proof of age: short-lived, signed, and good for one browser only. It is in a cookie and nowhere
// else.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** No rule makes a proof last longer. */
export const PROOF_MAX_SECONDS = 12 * 3_600;

export type Proof = {
  /** Random: names neither a person nor an account nor a session. */
  subject: string;
  /** The name of the verifier. */
  method: string;
  /** The version of the rules; a change of the rules ends the proof. */
  version: number;
  expiresSeconds: number;
};

export const newSubject = (): string => randomBytes(16).toString('base64url');

const TOKEN = /^([\w-]{22})\.([a-z][a-z0-9]{1,19})\.(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

const signatureOf = (key: Buffer, claims: string): string =>
  createHmac('sha256', key).update(`age proof ${claims}`).digest('base64url');

export const signProof = (
  key: Buffer,
  { subject, method, version, expiresSeconds }: Proof,
): string => {
  const claims = `${subject}.${method}.${version}.${expiresSeconds}`;
  return `${claims}.${signatureOf(key, claims)}`;
};

/**
 * The content of a token that this installation signed; null otherwise. The caller checks its
 * expiry.
 */
export const readProof = (key: Buffer, token: string): Proof | null => {
  const [matched, subject, method, version, expires, signature = ''] = TOKEN.exec(token) ?? [];
  if (matched === undefined || subject === undefined || method === undefined) return null;
  const wanted = signatureOf(key, `${subject}.${method}.${version}.${expires}`);
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) return null;
  return { subject, method, version: Number(version), expiresSeconds: Number(expires) };
};

const MARK = /^(\d{1,12})\.([\w-]{43})$/;

/** Says that this browser was refused, and until when it may contest that. */
export const signRefusal = (key: Buffer, expiresSeconds: number): string =>
  `${expiresSeconds}.${signatureOf(key, `refused ${expiresSeconds}`)}`;

export const isRefusal = (key: Buffer, token: string, nowSeconds: number): boolean => {
  const [, expires, signature = ''] = MARK.exec(token) ?? [];
  return (
    expires !== undefined &&
    timingSafeEqual(Buffer.from(signatureOf(key, `refused ${expires}`)), Buffer.from(signature)) &&
    Number(expires) > nowSeconds
  );
};

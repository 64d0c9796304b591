// A proof of age: short-lived, signed, and good for one browser or one session only.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@camarim/contract/ids';
import type { AgeMethod } from './port.ts';

/**
 * The subject of a proof: a member's session, or a random name for one browser without a session.
 */
export type Subject = SessionId | `visitor-${string}`;

export const newVisitor = (): Subject => `visitor-${randomBytes(16).toString('base64url')}`;

export const isVisitor = (subject: Subject): boolean => subject.startsWith('visitor-');

export type Proof = {
  subject: Subject;
  method: AgeMethod;
  version: number;
  expiresSeconds: number;
};

const TOKEN = /^([\w-]{7,36})\.([a-z][a-z0-9]{1,19})\.(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

const signatureOf = (key: Buffer, claims: string): string =>
  createHmac('sha256', key).update(`age ${claims}`).digest('base64url');

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
  if (matched === undefined || method === undefined) return null;
  const wanted = signatureOf(key, `${subject}.${method}.${version}.${expires}`);
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) return null;
  return {
    subject: subject as Subject,
    method,
    version: Number(version),
    expiresSeconds: Number(expires),
  };
};

// A proof of age: short-lived, signed, and good for one browser or one session only.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@camarim/contract/ids';
import type { AgeMethod } from './port.ts';

/**
 * Whom a proof is for: the session of a member, or one browser without a session, by a random name.
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
 * What a token says, when this installation signed it; null otherwise. Whether it is in time is the
 * caller's to ask.
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

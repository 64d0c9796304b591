// A proof of age: short-lived, signed, and good for one browser or one session only.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@camarim/contract/ids';
import type { AgeMethod } from './port.ts';

/** Whom a proof is for: the session of a member, or a browser without one. */
export type Subject = SessionId | 'visitor';

export type Proof = { subject: Subject; method: AgeMethod; version: number; expiresSeconds: number };

const METHODS: readonly AgeMethod[] = ['local', 'document'];
const TOKEN = /^([\w-]{7,36})\.(\w{5,8})\.(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

const signatureOf = (key: Buffer, claims: string): string => createHmac('sha256', key).update(`age ${claims}`).digest('base64url');

export const signProof = (key: Buffer, { subject, method, version, expiresSeconds }: Proof): string => {
  const claims = `${subject}.${method}.${version}.${expiresSeconds}`;
  return `${claims}.${signatureOf(key, claims)}`;
};

/** What a token says, when this installation signed it; null otherwise. Whether it is in time is the caller's to ask. */
export const readProof = (key: Buffer, token: string): Proof | null => {
  const [matched, subject, methodText, version, expires, signature = ''] = TOKEN.exec(token) ?? [];
  const method = METHODS.find((known) => known === methodText);
  if (matched === undefined || !method) return null;
  const wanted = signatureOf(key, `${subject}.${method}.${version}.${expires}`);
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) return null;
  return { subject: subject as Subject, method, version: Number(version), expiresSeconds: Number(expires) };
};

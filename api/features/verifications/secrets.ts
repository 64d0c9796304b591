// What keeps identity data secret: tokens of emails, hashes of CPFs, and sealed personal data.
import { createHmac, randomBytes } from 'node:crypto';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Ctx } from '../../context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { VerificationKind } from './kinds.ts';

export const createToken = (): string => randomBytes(32).toString('base64url');

/** Finds a CPF without storing it in clear. Each kind has its own secret. */
export const hashOfDocument = async (
  db: Platform['db'],
  kind: 'producer' | 'performer',
  document: string,
): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(db, `${kind}.document`))
    .update(document)
    .digest();

/** What sealed data is bound to; the beginnings are those of the stored rows. */
const SEAL_CONTEXT = {
  age: 'age_requests',
  producer: 'producer_requests',
  performer: 'performers',
};
export const sealContextOf = ({ kind, id }: { kind: VerificationKind; id: string }): string =>
  `${SEAL_CONTEXT[kind]}/${id}`;

/** The personal data of a case; null once it was erased. */
export const openPerson = <Person>(
  { seal }: Pick<Ctx, 'seal'>,
  found: { kind: VerificationKind; id: string; sealed: Buffer | null },
): Person | null => found.sealed && seal.open<Person>(sealContextOf(found), found.sealed);

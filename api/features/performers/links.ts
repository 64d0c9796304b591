// The link that a performer gets by email. The token is in the email only; the database knows its
// hash.
import { createHash, randomBytes } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import type { Link } from './store.ts';

const ASKED_MS = 30 * 86_400_000;

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * A new link and its address. One to withdraw with has no end; the token stands behind `#`, which
 * no server's log ever has.
 */
export const makeLink = (
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  purpose: 'answer' | 'withdraw',
): Link & { address: string } => {
  const token = randomBytes(32).toString('base64url');
  return {
    tokenHash: hashOfToken(token),
    tokenExpiresAt: purpose === 'answer' ? new Date(clock.now().getTime() + ASKED_MS) : null,
    address: `${config.publicUrl}/performer#${token}`,
  };
};

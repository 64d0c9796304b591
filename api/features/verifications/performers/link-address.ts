// The address of a performer's link.
import type { Ctx } from '../../../context.ts';
import { KINDS } from '../kinds.ts';
import { createToken } from '../secrets.ts';
import type { Link } from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/**
 * The link in an email to a performer. A link to withdraw does not expire. The token is in the
 * fragment, which appears in no server log; the database has its hash.
 */
export const createLink = (
  { clock, config }: Ctx,
  purpose: 'answer' | 'withdraw',
): Link & { address: string } => {
  const token = createToken();
  return {
    tokenHash: hashToken(token),
    tokenExpiresAt:
      purpose === 'answer'
        ? new Date(clock.now().getTime() + KINDS.performer.linkLifetimeMs)
        : null,
    address: `${config.publicUrl}/performer#${token}`,
  };
};

// Refresh tokens and their successors. Only their hashes are stored.
import { createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

export const newRefreshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token that replaces `token` in its session, derived with the installation's key. It is always
 * the same, so two tabs that refresh at once, or a client that retries after a lost reply, get the
 * same token, and none has to be stored in clear.
 */
export const successorOf = (token: string, sessionId: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url');

// The refresh token and its successors. Only hashes of them are stored.
import { createHash, createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

export const newRefreshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token that follows `token` in its session: always the same one, which only this installation
 * can work out. So two tabs that refresh at once, or a client that lost the answer and asks again,
 * all end up with the one token in force, and no token needs to be kept in clear to give it out
 * twice.
 */
export const successorOf = (token: string, sessionId: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url');

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

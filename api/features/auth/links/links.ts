// Links that are mailed to somebody and work once. The token is in the email only; the database
// knows its hash.
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findLink, putLink, takeLink } from './link-store.ts';
import type { Link, LinkPurpose } from './link-store.ts';

export type { Link } from './link-store.ts';

const HOUR_MS = 3_600_000;

/**
 * Where each leads, and how long it works. Confirming an address gives nobody anything, so it may
 * wait.
 */
const KINDS: Record<LinkPurpose, { page: string; livesMs: number }> = {
  resetPassword: { page: '/account/reset', livesMs: HOUR_MS },
  confirmEmail: { page: '/account/confirm', livesMs: 7 * 24 * HOUR_MS },
  changeEmail: { page: '/account/confirm', livesMs: HOUR_MS },
  removeAccount: { page: '/account/remove', livesMs: HOUR_MS },
};

type Using = Pick<Platform, 'clock' | 'config'>;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a link and answers its address; an older one for the same purpose stops working. The token
 * stands behind `#`: browsers keep that part to themselves, so no server log, referrer or counter
 * of page views ever has it.
 */
export const issueLink = async (
  { clock, config }: Using,
  tx: Transaction,
  link: Link,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const { page, livesMs } = KINDS[link.purpose];
  await putLink(tx, {
    ...link,
    tokenHash: hashOf(token),
    now,
    expiresAt: new Date(now.getTime() + livesMs),
  });
  return `${config.publicUrl}${page}#${token}`;
};

/**
 * Uses a link up. Throws token.invalid when it is unknown, used, replaced, too old or for something
 * else.
 */
export const spendLink = async (
  { clock }: Using,
  tx: Transaction,
  token: string,
  ...purposes: LinkPurpose[]
): Promise<Link> => {
  const link = await takeLink(tx, hashOf(token), purposes, clock.now());
  if (!link) throw new AppError('token.invalid');
  return link;
};

/** What a link is for, before it is used. Throws as `spendLink` does. */
export const readLink = async (
  { clock, db }: Using & Pick<Platform, 'db'>,
  token: string,
  purpose: LinkPurpose,
): Promise<Link> => {
  const link = await findLink(db, hashOf(token), purpose, clock.now());
  if (!link) throw new AppError('token.invalid');
  return link;
};

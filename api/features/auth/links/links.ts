// Single-use links in emails. The token is in the email only; the database has its hash.
import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@camarim/contract/time';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { findLink, upsertLink, deleteLink } from './link-store.ts';
import type { Link, LinkPurpose } from './link-store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

export type { Link } from './link-store.ts';

/**
 * Page and lifetime of each kind. Confirming an address gives no access, so that link lives longer.
 */
const KINDS: Record<LinkPurpose, { page: string; livesMs: number }> = {
  resetPassword: { page: '/account/reset', livesMs: HOUR_MS },
  confirmEmail: { page: '/account/confirm', livesMs: 7 * 24 * HOUR_MS },
  changeEmail: { page: '/account/confirm', livesMs: HOUR_MS },
  removeAccount: { page: '/account/remove', livesMs: HOUR_MS },
};

/**
 * Creates a link and returns its URL; an older one for the same purpose stops working. The token is
 * in the fragment, which browsers do not send, so it appears in no server log, referrer or page
 * counter.
 */
export const createLink = async (
  { clock, config }: Ctx,
  tx: Transaction,
  link: Link,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const { page, livesMs } = KINDS[link.purpose];
  await upsertLink(tx, {
    ...link,
    tokenHash: hashToken(token),
    now,
    expiresAt: new Date(now.getTime() + livesMs),
  });
  return `${config.publicUrl}${page}#${token}`;
};

/**
 * Consumes a link. Throws token.invalid when it is unknown, used, replaced, expired or for another
 * purpose.
 */
export const consumeLink = async (
  { clock }: Ctx,
  tx: Transaction,
  token: string,
  ...purposes: LinkPurpose[]
): Promise<Link> => {
  const link = await deleteLink(tx, hashToken(token), purposes, clock.now());
  if (!link) throw new AppError('token.invalid');
  return link;
};

/** The link's data, without consuming it. Throws as `consumeLink` does. */
export const readLink = async (
  { clock, db }: Ctx,
  token: string,
  purpose: LinkPurpose,
): Promise<Link> => {
  const link = await findLink(db, hashToken(token), purpose, clock.now());
  if (!link) throw new AppError('token.invalid');
  return link;
};

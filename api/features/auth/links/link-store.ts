// Links in emails, in the database.
import type { UserId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';

type Db = Kysely<DB>;

export type LinkPurpose = 'resetPassword' | 'confirmEmail' | 'changeEmail' | 'removeAccount';
export type Link = { userId: UserId; purpose: LinkPurpose; email: string };
export type NewLink = Link & { tokenHash: Buffer; now: Date; expiresAt: Date };

/** Takes the place of an older link for the same purpose. */
export const putLink = async (
  tx: Db,
  { tokenHash, userId, purpose, email, now, expiresAt }: NewLink,
): Promise<void> => {
  const facts = { token_hash: tokenHash, email, created_at: now, expires_at: expiresAt };
  await tx
    .insertInto('account_links')
    .values({ user_id: userId, purpose, ...facts })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(facts))
    .execute();
};

const linkOf = (
  row: { user_id: string; purpose: string; email: string } | undefined,
): Link | null =>
  row
    ? { userId: row.user_id as UserId, purpose: row.purpose as LinkPurpose, email: row.email }
    : null;

/**
 * Removes the link and answers what it was for; null when there is none in force. Of two at once,
 * one gets it.
 */
export const takeLink = async (
  tx: Db,
  tokenHash: Buffer,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<Link | null> =>
  linkOf(
    await tx
      .deleteFrom('account_links')
      .where('token_hash', '=', tokenHash)
      .where('purpose', 'in', purposes)
      .where('expires_at', '>', now)
      .returning(['user_id', 'purpose', 'email'])
      .executeTakeFirst(),
  );

/** What a link is for, without using it. */
export const findLink = async (
  db: Db,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: Date,
): Promise<Link | null> =>
  linkOf(
    await db
      .selectFrom('account_links')
      .select(['user_id', 'purpose', 'email'])
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  );

/** Links for the old password or address are worth nothing once it changed. */
export const deleteLinksOf = async (tx: Db, userId: UserId): Promise<void> => {
  await tx.deleteFrom('account_links').where('user_id', '=', userId).execute();
};

export const deleteLinksBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('account_links').where('expires_at', '<', before).execute();
};

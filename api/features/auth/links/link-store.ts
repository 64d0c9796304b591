// SQL of single-use links in emails.
import type { UserId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';

export type LinkPurpose = 'resetPassword' | 'confirmEmail' | 'changeEmail' | 'removeAccount';
export type Link = { userId: UserId; purpose: LinkPurpose; email: string };
export type NewLink = Link & { tokenHash: Buffer; now: Date; expiresAt: Date };

/** Replaces an older link for the same purpose. */
export const upsertLink = async (
  tx: Database,
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
 * Deletes and returns the link; null when there is no valid one. Of two concurrent calls only one
 * gets it.
 */
export const deleteLink = async (
  tx: Database,
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

/** The link's data, without consuming it. */
export const findLink = async (
  db: Database,
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

/** Called when password or address change: links of before must stop working. */
export const deleteLinksOf = async (tx: Database, userId: UserId): Promise<void> => {
  await tx.deleteFrom('account_links').where('user_id', '=', userId).execute();
};

export const deleteLinksBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('account_links').where('expires_at', '<', before).execute();
};

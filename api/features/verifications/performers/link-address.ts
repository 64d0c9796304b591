// The links in emails to a performer.
import type { Ctx } from '../../../context.ts';
import { KINDS } from '../kinds.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';
import { createToken, openPerson, sealContextOf } from '../secrets.ts';
import { type Link, type PerformerRow, type Person, updateLink, updateSealed } from './store.ts';

/** The token is in the fragment, which appears in no server log; the database has its hash. */
const addressOf = ({ config }: Ctx, token: string): string =>
  `${config.publicUrl}/performer#${token}`;

/** A new link to answer the request for consent. */
export const createLink = (ctx: Ctx): Link & { address: string } => {
  const token = createToken();
  return {
    tokenHash: hashToken(token),
    tokenExpiresAt: new Date(ctx.clock.now().getTime() + KINDS.performer.linkLifetimeMs),
    address: addressOf(ctx, token),
  };
};

/** Sealed with the person's data; records of an earlier release have none. */
type WithToken = Person & { withdrawToken?: string };

/**
 * The address of the person's link to withdraw, and their email; null when the record has no data
 * any more. It is the same each time and does not expire: the producer can have it sent again, and
 * must not be able to end the one that the person holds.
 */
export const linkToWithdraw = async (
  ctx: Ctx,
  tx: Transaction,
  row: PerformerRow,
): Promise<{ email: string; address: string } | null> => {
  const person = openPerson<WithToken>(ctx, row);
  if (!person) return null;
  const token = person.withdrawToken ?? createToken();
  if (person.withdrawToken === undefined)
    await updateSealed(
      tx,
      row.id,
      ctx.seal.seal(sealContextOf(row), { ...person, withdrawToken: token } satisfies WithToken),
    );
  await updateLink(tx, row.id, { tokenHash: hashToken(token), tokenExpiresAt: null });
  return { email: person.email, address: addressOf(ctx, token) };
};

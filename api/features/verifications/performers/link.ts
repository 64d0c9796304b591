// The link of a performer's email: whose it is, and the signature of who uses it.
import { CONSENT_TEXT_VERSION } from '@camarim/contract/features/verifications/performers';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { networkOf } from '../../../platform/limits/address.ts';
import type { Signature } from './consent-store.ts';
import { lockPerformer, type PerformerRow, performerByToken } from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/**
 * The locked performer of a link. Throws token.invalid when it is unknown, used, replaced or
 * expired.
 */
export const lockByToken = async (
  tx: Transaction,
  token: string,
  now: Date,
): Promise<PerformerRow> => {
  const found = await performerByToken(tx, hashToken(token), now);
  if (found) await lockPerformer(tx, found.id);
  // Again with the lock: of two concurrent answers the second finds the link used.
  const row = found && (await performerByToken(tx, hashToken(token), now));
  if (!row) throw new AppError('token.invalid');
  return row;
};

/** The signature of the person who uses their link from this address. */
export const signByLink = (address: string, now: Date): Signature => ({
  signedBy: 'link',
  textVersion: CONSENT_TEXT_VERSION,
  network: networkOf(address),
  now,
});

// Whether a report withholds by itself what it is about: not when the same person was wrong too
// often recently, or reports would be a tool to silence others.
import { createHmac } from 'node:crypto';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Database } from '../../platform/database/database.ts';
import { installationSecret } from '../../platform/installation/secret.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import { classOf, reasonsLike, WITHHOLDING_REASONS } from './rules.ts';
import type { ReportBody } from './store.ts';
import { countDismissed, type ReporterKey } from './trust-store.ts';

/** How long a dismissed report counts against the next ones of who filed it. */
export const DISMISSED_DAYS = 30;

/** An HMAC: the small set of addresses could be tried against a plain hash. */
export const addressKeyOf = async (db: Database, address: string): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(db, 'report.address'))
    .update(limitAddress(address))
    .digest();

/**
 * Reports of child safety have a limit of their own, which counts dismissed ones of that class
 * alone, so that others never make one of them withhold less.
 */
export const isTrusted = async (
  { clock, config }: Ctx,
  tx: Transaction,
  reporter: ReporterKey,
  reason: ReportBody['reason'],
): Promise<boolean> => {
  const since = new Date(clock.now().getTime() - DISMISSED_DAYS * DAY_MS);
  const [reasons, limit] =
    classOf(reason) === 'childSafety'
      ? [reasonsLike(reason), config.REPORTS_DISMISSED_MAX_CHILD_SAFETY]
      : [WITHHOLDING_REASONS, config.REPORTS_DISMISSED_MAX];
  return (await countDismissed(tx, reporter, reasons, since)) < limit;
};

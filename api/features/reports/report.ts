// Reporting anything, by anybody: stored with the moment by which it must be decided.
import { randomUUIDv7 } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { blankReportsOf, insertReport } from './store.ts';
import type { ReportBody } from './store.ts';

const HOUR_MS = 3_600_000;
/** Minors and intimate images can't wait: 48 hours (Marco Civil, article 21); the rest 7 days. */
const URGENT: ReadonlySet<ReportBody['reason']> = new Set(['minor', 'intimateImage', 'noConsent']);

/**
 * What is reported is not looked up: the answer to a stranger must not tell whether it is there. Members are found by
 * their account; others may leave an address, which is sealed.
 */
export const fileReport = async ({ db, clock, seal }: Platform, viewer: Viewer | null, { email, ...report }: ReportBody): Promise<{ id: string; dueAt: Date }> => {
  const id = randomUUIDv7();
  const now = clock.now();
  const dueAt = new Date(now.getTime() + (URGENT.has(report.reason) ? 48 : 7 * 24) * HOUR_MS);
  const sealedContact = viewer === null && email !== undefined ? seal.seal(`reports/${id}`, email) : null;
  await transaction(db, (tx) => insertReport(tx, { ...report, id, reporterId: viewer?.profileId ?? null, sealedContact, dueAt, now }));
  return { id, dueAt };
};

/** The person removed their account. */
export const eraseReportsOf = ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): Promise<void> => blankReportsOf(db, profileId);

// Emails members about a new version of a policy and the date on which it takes effect.
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { dayText } from '../../platform/text/day.ts';
import { text } from '../../platform/text/text.ts';
import { listRecipients, recordNotified, lockPendingNotice, type PendingNotice } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'publics.notifyPolicies': Record<never, never>;
  }
}

const BATCH = 100;

const sendNotice = async (
  { config, mail, accounts }: Ctx,
  tx: Transaction,
  { name: policy, version, inForceAt }: PendingNotice,
  profileId: ProfileId,
): Promise<void> => {
  const contact = await accounts.contactOf(tx, profileId);
  if (!contact) return;
  const { email: to, name, locale } = contact;
  const params = {
    name,
    policy: text(locale, `policy.${policy}`),
    when: dayText(inForceAt, locale),
    link: `${config.publicUrl}/account/${policy}?version=${version}`,
  };
  await mail.send(tx, { to, locale, template: 'policyChanged', params });
};

/**
 * One batch of one version. Emails and the progress commit together, so no member gets an email
 * twice. Returns whether more are due.
 */
const notifyBatch = (ctx: Ctx, size: number): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const version = await lockPendingNotice(tx);
    if (!version) return false;
    const members = await listRecipients(tx, version, size);
    for (const profileId of members) await sendNotice(ctx, tx, version, profileId);
    await recordNotified(
      tx,
      version,
      members.at(-1) ?? null,
      members.length < size ? ctx.clock.now() : null,
    );
    return true;
  });

/** Sends due notices until none is left or `signal` is aborted; the next run continues. */
export const notifyPolicies = async (
  ctx: Ctx,
  signal: AbortSignal,
  size = BATCH,
): Promise<void> => {
  while (!signal.aborted && (await notifyBatch(ctx, size)));
};

/** A cron job, so that an interrupted run is continued. */
export const definePublicsJobs = (ctx: Ctx): void =>
  ctx.jobs.define(
    'publics.notifyPolicies',
    { retries: 3, backoffSeconds: 30, expireSeconds: 900, concurrency: 1, cron: '*/5 * * * *' },
    (_data, { signal }) => notifyPolicies(ctx, signal),
  );

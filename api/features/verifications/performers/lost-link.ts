// A person who lost the link of their consent gets it again, at the address that it was sent to.
import { createHmac } from 'node:crypto';
import type { Locale } from '@camarim/contract/limits';
import type { Ctx } from '../../../context.ts';
import { transaction, type Transaction } from '../../../platform/database/transaction.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import { openPerson } from '../secrets.ts';
import { createLink, linkToWithdraw } from './link-address.ts';
import {
  lockPerformer,
  performersByAddress,
  performersWithoutHash,
  type PerformerRow,
  type Person,
  updateAddressHash,
  updateLink,
} from './store.ts';

/** Emails to one address; beyond the limit the reply is the same and no email is sent. */
const LINK_LIMIT = { limit: 3, windowSeconds: 3_600 };
const SEAL_CONTEXT = 'jobs/performers.sendLinks';
const HASHED_AT_ONCE = 100;

type Request = { email: string; locale: Locale };

/** Finds an address without storing it in clear. */
const hashOfAddress = async (db: Ctx['db'], email: string): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(db, 'performer.email'))
    .update(email)
    .digest();

/**
 * Only enqueues a job, which looks the address up, so that neither the reply nor its timing reveals
 * whether a person has it. The address is sealed, because job payloads are readable.
 */
export const requestLinks = async ({ db, jobs, seal }: Ctx, request: Request): Promise<void> => {
  const sealed = seal.seal(SEAL_CONTEXT, request).toString('base64');
  await transaction(db, (tx) => jobs.enqueue(tx, 'performers.sendLinks', { sealed }));
};

/** Rows of an earlier release, or of one of its processes that still runs. */
const hashMissing = async (ctx: Ctx): Promise<void> => {
  for (;;) {
    const rows = await performersWithoutHash(ctx.db, HASHED_AT_ONCE);
    for (const row of rows) {
      const person = openPerson<Person>(ctx, { kind: 'performer', ...row });
      if (person)
        await updateAddressHash(ctx.db, row.id, await hashOfAddress(ctx.db, person.email));
    }
    if (rows.length < HASHED_AT_ONCE) return;
  }
};

/** A new link to answer, which ends the one before. */
const linkToAnswer = async (ctx: Ctx, tx: Transaction, row: PerformerRow) => {
  const person = openPerson<Person>(ctx, row);
  if (!person) return null;
  const { address, ...link } = createLink(ctx);
  await updateLink(tx, row.id, link);
  return { email: person.email, address };
};

/**
 * In the caller's transaction, with the row locked: emails the person a new link to answer, or the
 * one to withdraw again. False when the record has no address any more.
 */
export const sendLink = async (
  ctx: Ctx,
  tx: Transaction,
  row: PerformerRow,
  fallback: Locale,
): Promise<boolean> => {
  const asked = row.consent === 'asked';
  const link = await (asked ? linkToAnswer : linkToWithdraw)(ctx, tx, row);
  if (!link) return false;
  const producer = await ctx.accounts.contactOf(tx, row.profile_id);
  await ctx.mail.send(tx, {
    to: link.email,
    locale: producer?.locale ?? fallback,
    template: asked ? 'performerAsked' : 'performerLink',
    // The account of a producer may be removed, what was sold and who is in it stays.
    params: { stage: row.stage_name, producer: producer?.name ?? '–', link: link.address },
  });
  return true;
};

/** Run by the job: one email for each record with this address. */
export const sendLinks = async (ctx: Ctx, sealed: string): Promise<void> => {
  const { email, locale } = ctx.seal.open<Request>(SEAL_CONTEXT, Buffer.from(sealed, 'base64'));
  await hashMissing(ctx);
  const hash = await hashOfAddress(ctx.db, email);
  const ids = await performersByAddress(ctx.db, hash);
  if (ids.length === 0) return;
  const { allowed } = await ctx.strictLimits.take(
    `email|performer|${hash.toString('hex')}`,
    LINK_LIMIT,
  );
  if (!allowed) return;
  for (const id of ids)
    await transaction(ctx.db, async (tx) => {
      const row = await lockPerformer(tx, id);
      if (row && row.consent !== 'refused') await sendLink(ctx, tx, row, locale);
    });
};

// Emails to a performer and their producer about what the performer answered or withdrew.
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { openPerson } from '../secrets.ts';
import { linkToWithdraw } from './link-address.ts';
import type { Answer } from './rules.ts';
import type { PerformerRow, Person } from './store.ts';

/** Emails the person and the producer. */
export const notifyAnswer = async (
  ctx: Ctx,
  tx: Transaction,
  row: PerformerRow,
  answer: Answer | 'withdrawPart',
  posts: number,
): Promise<void> => {
  const { mail, config } = ctx;
  const producer = await ctx.accounts.contactOf(tx, row.profile_id);
  if (!producer) return;
  const { locale, name } = producer;
  const stage = row.stage_name;
  const about = { stage, producer: name };
  const to = openPerson<Person>(ctx, row)?.email;
  const own = {
    to: producer.email,
    locale,
    params: { name, stage, posts: String(posts), link: `${config.publicUrl}/settings/performers` },
  };
  if (answer === 'refuse') return mail.send(tx, { ...own, template: 'performerSaidNo' });
  if (answer === 'withdraw' || answer === 'withdrawPart') {
    const whole = answer === 'withdraw';
    if (to)
      await mail.send(tx, {
        to,
        locale,
        template: whole ? 'performerWithdrew' : 'performerWithdrewPart',
        params: about,
      });
    return mail.send(tx, { ...own, template: whole ? 'performerLeft' : 'performerLeftPart' });
  }
  const link = await linkToWithdraw(ctx, tx, row);
  if (link)
    await mail.send(tx, {
      to: link.email,
      locale,
      template: 'performerConsented',
      params: { ...about, link: link.address },
    });
  return mail.send(tx, { ...own, template: 'performerSaidYes' });
};

// Emails about removal requests: to administrators, to owners of withheld media, and the answer to
// the person who asked.
import type { MediaId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { dayText } from '../../platform/text/day.ts';
import { appealUntil, contestLink, nameOf } from '../decisions/index.ts';
import { emailDeciders, momentIn } from '../reports/index.ts';
import { type Person, sealContextOf } from './person.ts';
import { ownersOf, type RequestRow } from './store.ts';

export const notifyAdmins = (
  ctx: Ctx,
  tx: Transaction,
  { reference, dueAt }: { reference: string; dueAt: Date },
): Promise<void> =>
  emailDeciders(ctx, tx, 'removalToDecide', (locale) => ({
    reference,
    when: momentIn(locale, dueAt),
    link: `${ctx.config.publicUrl}/dsb/removals`,
  }));

/** One email to each owner, whatever the number of their media. */
export const notifyOwnersWithheld = async (
  { config, mail, accounts }: Ctx,
  tx: Transaction,
  mediaIds: readonly MediaId[],
): Promise<void> => {
  const owners = Map.groupBy(await ownersOf(tx, mediaIds), ({ ownerId }) => ownerId);
  for (const [ownerId, medias] of owners) {
    const person = await accounts.contactOf(tx, ownerId);
    if (!person) continue;
    const { email: to, locale, name } = person;
    await mail.send(tx, {
      to,
      locale,
      template: 'removalWithheld',
      params: {
        name,
        what: nameOf(locale, 'media', medias.length),
        link: `${config.publicUrl}/help`,
      },
    });
  }
};

/** The answer to the person who asked, in the language that they asked in. */
export const notifyDecision = async (
  ctx: Ctx,
  tx: Transaction,
  { id, reference, sealed }: RequestRow,
  { outcome, reason, removed }: { outcome: 'removed' | 'refused'; reason: string; removed: number },
): Promise<void> => {
  const { mail, seal, config, clock } = ctx;
  if (!sealed) return;
  const { email: to, locale, name } = seal.open<Person>(sealContextOf(id), sealed);
  const params = { name, reference, reason };
  if (outcome === 'removed') {
    const granted = { ...params, count: String(removed) };
    return mail.send(tx, { to, locale, template: 'removalGranted', params: granted });
  }
  const until = dayText(appealUntil(config, clock.now()), locale);
  const link = await contestLink(ctx, { kind: 'removal', id });
  const refused = { ...params, until, link };
  return mail.send(tx, { to, locale, template: 'removalRefused', params: refused });
};

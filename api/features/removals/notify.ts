// Emails about removal requests: to administrators, to owners of withheld media, and the answer to the
// person who asked.
import type { MediaId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { nameOf } from '../decisions/index.ts';
import { momentIn } from '../reports/index.ts';
import { type Person, sealContextOf } from './person.ts';
import { ownersOf, type RequestRow } from './store.ts';

export const notifyAdmins = async (
  { config, mail, accounts }: Ctx,
  tx: Transaction,
  { reference, dueAt }: { reference: string; dueAt: Date },
): Promise<void> => {
  for (const { email: to, locale } of await accounts.adminContacts(tx, 'content.decide'))
    await mail.send(tx, {
      to,
      locale,
      template: 'removalToDecide',
      params: {
        reference,
        when: momentIn(locale, dueAt),
        link: `${config.publicUrl}/dsb/removals`,
      },
    });
};

/** Reminds those who decide of requests that are nearly due or late, all in one email. */
export const remindOf = async (
  { config, mail, accounts }: Ctx,
  tx: Transaction,
  { near, late, soonest }: { near: number; late: number; soonest: Date },
): Promise<void> => {
  for (const { email: to, locale } of await accounts.adminContacts(tx, 'content.decide'))
    await mail.send(tx, {
      to,
      locale,
      template: 'removalsDue',
      params: {
        near: String(near),
        late: String(late),
        when: momentIn(locale, soonest),
        link: `${config.publicUrl}/dsb/removals`,
      },
    });
};

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
  { mail, seal }: Ctx,
  tx: Transaction,
  { id, reference, sealed }: RequestRow,
  { outcome, reason, removed }: { outcome: 'removed' | 'refused'; reason: string; removed: number },
): Promise<void> => {
  if (!sealed) return;
  const { email: to, locale, name } = seal.open<Person>(sealContextOf(id), sealed);
  await mail.send(
    tx,
    outcome === 'removed'
      ? {
          to,
          locale,
          template: 'removalGranted',
          params: { name, reference, reason, count: String(removed) },
        }
      : { to, locale, template: 'removalRefused', params: { name, reference, reason } },
  );
};

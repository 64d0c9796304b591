// The daily email with what is still unread.
import { groupOf } from '@camarim/contract/features/notifications/kinds';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import { loadSettings } from '../settings/store.ts';
import { sentenceOf } from './compose.ts';
import { sendersOf, unsubscribeAddress } from './deliver.ts';
import { channelsOf } from './rules.ts';
import { DIGEST_JOB, listDigestsDue, takeDigest } from './store.ts';
import { withoutHidden } from './visible.ts';

type RequiredServices = Pick<Services, 'summarise' | 'hiddenAtHome'>;

const BATCH = 100;
/** More are on the page; the email says how many. */
const LINES_MAX = 20;

const sendDigest = (ctx: Ctx, services: RequiredServices, profileId: ProfileId): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const waiting = await withoutHidden(services, await takeDigest(tx, profileId, ctx.clock.now()));
    const settings = (await loadSettings(tx, [profileId]))(profileId);
    // The person may have chosen otherwise since.
    const news = waiting.filter(
      ({ type }) => channelsOf(settings, groupOf(type)).email === 'digest',
    );
    const contact = (await ctx.accounts.confirmedContactsOf(tx, [profileId])).get(profileId);
    if (!contact || news.length === 0) return;
    const { email: to, name, locale } = contact;
    const shown = news.slice(-LINES_MAX);
    const senderOf = await sendersOf(services, shown);
    await ctx.mail.send(tx, {
      to,
      locale,
      template: 'noticeDigest',
      params: {
        name,
        count: String(news.length),
        list: shown.map((one) => `• ${sentenceOf(one, senderOf(one), locale)}`).join('\n'),
        link: `${ctx.config.publicUrl}/notifications`,
        unsubscribe: await unsubscribeAddress(ctx, profileId, 'digest'),
      },
    });
  });

/** Sends the daily emails that are due. */
export const sendDigests = async (
  ctx: Ctx,
  services: RequiredServices,
  signal?: AbortSignal,
): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: DIGEST_JOB,
      batch: BATCH,
      take: (now) => listDigestsDue(ctx.db, now, BATCH),
      idOf: (profileId) => profileId,
      signal,
    },
    (profileId) => sendDigest(ctx, services, profileId),
  );
};

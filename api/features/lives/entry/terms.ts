// What entering a show costs one person: read for the entry dialog, and compared with what was seen
// when they enter.
import type { liveTermsSchema } from '@camarim/contract/features/lives/entry';
import type { LiveCharge, LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import { LIVE_TICKET_SECONDS } from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { z } from 'zod';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { spendable } from '../../spending/index.ts';
import type { LiveRow } from '../store.ts';
import { countTickets } from './facts-store.ts';
import { findFormerTicket, findOpenEntry } from './entries-store.ts';
import type { ShowVisitor } from './policy.ts';

export type LiveTerms = z.input<typeof liveTermsSchema>;

export type Price = {
  charge: LiveCharge;
  /** The price of a minute, or of the ticket; 0: free. */
  price: Centavos;
  minimumMinutes: number;
  lockedAtEntry: Centavos;
};

/** A spy pays a minute ahead, as the watchers of a party do. */
export const priceOf = (live: LiveRow, role: LiveWatcherRole): Price => {
  const ofMinutes = (price: Centavos, minimumMinutes: number): Price => ({
    charge: 'minute',
    price,
    minimumMinutes,
    lockedAtEntry: centavos(price * minimumMinutes),
  });
  if (role === 'spy') return ofMinutes(live.spy_price_centavos ?? centavos(0), 1);
  if (live.charge === 'minute' && live.price_per_minute_centavos !== null)
    return ofMinutes(live.price_per_minute_centavos, live.type === 3 ? live.minimum_minutes : 1);
  const price = live.ticket_price_centavos ?? centavos(0);
  return { charge: live.charge, price, minimumMinutes: 0, lockedAtEntry: price };
};

/** Others who may watch a private show are a term of its watcher. */
export const spyTermOf = (live: LiveRow, role: LiveWatcherRole): Centavos | null =>
  live.type === 3 && role === 'watcher' ? live.spy_price_centavos : null;

export const groupOf = (
  { group_size: size }: Pick<LiveRow, 'group_size'>,
  tickets: number,
): { size: number; tickets: number } | null => (size === null ? null : { size, tickets });

export const viewTerms = async (
  ctx: Ctx,
  { live, profileId, role }: Allowed<ShowVisitor>,
): Promise<LiveTerms> => {
  const asked = priceOf(live, role);
  const { balance } = await ctx.ledger.balanceOf(profileId);
  const [mine, entry, tickets, former] = await Promise.all([
    spendable(ctx, profileId, balance),
    findOpenEntry(ctx.db, live.id, profileId),
    countTickets(ctx.db, live.id),
    findFormerTicket(ctx.db, live.id, profileId),
  ]);
  // A ticket that was paid is valid until the show ends.
  const isPaid = asked.charge !== 'minute' && former?.paid === true;
  const terms = isPaid ? { ...asked, lockedAtEntry: centavos(0) } : asked;
  const maxMinutes =
    terms.charge === 'minute' && terms.price > 0 ? Math.floor(mine / terms.price) : null;
  const ofMinutes = maxMinutes === null ? null : maxMinutes * terms.price;
  return {
    liveId: live.id,
    role,
    ...terms,
    balance,
    spendable: mine,
    maxCost: ofMinutes ?? (isPaid ? 0 : terms.price),
    maxMinutes,
    missing: entry ? 0 : Math.max(terms.lockedAtEntry - balance, 0),
    spyPrice: spyTermOf(live, role),
    reverseCamera: live.reverse_camera && role === 'watcher',
    recorded: live.recorded,
    group: groupOf(live, tickets),
    entered: entry !== null,
    ticketSeconds: LIVE_TICKET_SECONDS,
  };
};

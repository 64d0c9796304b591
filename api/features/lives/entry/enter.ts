// Entering a show: what was seen is agreed to, and the first minutes or the ticket are locked.
import type { LiveEntryId } from '@camarim/contract/features/lives/entry';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { ShowType } from '@camarim/contract/shows';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import { enterCall } from '../calls/calls-store.ts';
import { cardMoneySince, sourceOf, withTopUpIntent } from '../../ledger/index.ts';
import { summarise } from '../../profiles/index.ts';
import { publishState } from '../media/presence.ts';
import { stateOf } from '../rules.ts';
import { type LiveRow, lockOpenLive } from '../store.ts';
import {
  feeOf,
  findFormerTicket,
  findOpenEntry,
  insertEntry,
  type NewEntry,
  reopenEntry,
  startGroup,
} from './entries-store.ts';
import { countTickets } from './facts-store.ts';
import { lockPayment } from './money.ts';
import type { ShowVisitor } from './policy.ts';
import { priceOf, spyTermOf } from './terms.ts';

/** What the person saw. */
export type SeenPrices = { price: Centavos; spyPrice: Centavos | null };

/**
 * Repeating it changes nothing. Throws live.priceChanged when another price was seen,
 * wallet.insufficient with what the wallet dialog needs, the refusals of spending limits, and
 * live.notFound when the show has ended.
 */
export const enterShow = async (
  ctx: Ctx,
  visitor: Allowed<ShowVisitor>,
  seen: SeenPrices,
  key: string | null,
): Promise<void> => {
  const { live, profileId, role } = visitor;
  const terms = priceOf(live, role);
  const request = { profileId, key, route: 'POST /lives/accept/{id}', now: ctx.clock.now() };
  const enter = () =>
    once(ctx.db, { ...request, request: { id: live.id, role, ...seen } }, async (tx) => {
      await enterIn(ctx, tx, visitor, seen);
      return null;
    });
  await withTopUpIntent(enter, async () => {
    const producer = (await summarise(ctx, [live.producer_id])).get(live.producer_id);
    return {
      kind: 'show',
      profileId: live.producer_id,
      type: String(live.type) as ShowType,
      liveId: live.id,
      role,
      price: terms.price,
      spyPrice: spyTermOf(live, role),
      value: terms.lockedAtEntry,
      label: producer?.exibitionName ?? '',
    };
  });
};

const enterIn = async (
  ctx: Ctx,
  tx: Transaction,
  { live, profileId, role }: ShowVisitor,
  seen: SeenPrices,
): Promise<void> => {
  if (!(await lockOpenLive(tx, live.id))) throw new AppError('live.notFound');
  const terms = priceOf(live, role);
  if (await findOpenEntry(tx, live.id, profileId)) return;
  if (seen.price !== terms.price || seen.spyPrice !== spyTermOf(live, role))
    throw new AppError('live.priceChanged');
  await enterCall(tx, live.id, profileId, ctx.clock.now());
  if (terms.charge === 'free') return;
  if (terms.charge !== 'minute' && (await enterAgain(ctx, tx, live, profileId))) {
    if (terms.charge === 'group') await startWhenFull(ctx, tx, live);
    return;
  }
  const entry: NewEntry = {
    id: newId() as LiveEntryId,
    live_id: live.id,
    profile_id: profileId,
    role,
    charge: terms.charge,
    price_centavos: terms.price,
    minimum_minutes: terms.minimumMinutes,
    entered_at: ctx.clock.now(),
    ...(await saleTerms(ctx, tx, live.producer_id, profileId)),
  };
  // Of two calls of one moment, the second waits for the first and finds its entry.
  if (!(await insertEntry(tx, entry))) return;
  const numbers =
    terms.charge === 'minute' ? Array.from({ length: terms.minimumMinutes }, (_, n) => n + 1) : [0];
  for (const number of numbers) await lockPayment(ctx, tx, entry, live.producer_id, number);
  if (terms.charge === 'group') await startWhenFull(ctx, tx, live);
};

/**
 * Reopens the entry of a person who was in the show with a ticket: a paid ticket is valid until the
 * end, and what was delivered before it was given back counts. False when the person comes for the
 * first time. The show is locked.
 */
const enterAgain = async (
  ctx: Ctx,
  tx: Transaction,
  { id, producer_id }: LiveRow,
  profileId: ProfileId,
): Promise<boolean> => {
  const former = await findFormerTicket(tx, id, profileId);
  if (!former) return false;
  await reopenEntry(
    tx,
    former.id,
    former.paid ? {} : await saleTerms(ctx, tx, producer_id, profileId),
  );
  const entry = await findOpenEntry(tx, id, profileId);
  if (entry && !former.paid) await lockPayment(ctx, tx, entry, producer_id, 0);
  return true;
};

const saleTerms = async (
  ctx: Ctx,
  tx: Transaction,
  producerId: ProfileId,
  buyerId: ProfileId,
): Promise<Pick<NewEntry, 'fee_bps' | 'paid_by'>> => {
  const own = await feeOf(tx, producerId);
  const { source } = await sourceOf(tx, buyerId, cardMoneySince(ctx));
  return { fee_bps: ctx.ledger.rateOf(own), paid_by: source ?? null };
};

/** The last ticket starts a group show; each one is published to those who wait. */
const startWhenFull = async (ctx: Ctx, tx: Transaction, live: LiveRow): Promise<void> => {
  if (live.group_size === null) return;
  const isFull = (await countTickets(tx, live.id)) >= live.group_size;
  if (isFull && !(await startGroup(tx, live.id, ctx.clock.now()))) return;
  await publishState(
    ctx,
    tx,
    { id: live.id, producerId: live.producer_id, type: live.type },
    stateOf(live),
  );
};

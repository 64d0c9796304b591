// Bills one entry for what was delivered since: settles the minute that began, locks the next one,
// warns when it can't be paid, and ends the entry when nothing is left.
import { topicKey } from '@camarim/contract/events';
import type { LiveExit } from '@camarim/contract/features/lives/charges';
import type { ProfileId } from '@camarim/contract/ids';
import { LIVE_TICKET_SECONDS } from '@camarim/contract/limits';
import { MINUTE_MS } from '@camarim/contract/time';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { cardMoneySince, sourceOf } from '../../ledger/index.ts';
import { endEntryIn, notifySale } from './end-entry.ts';
import { type EntryRow, updateEntry } from './entries-store.ts';
import { endOfMinute, topUpFor } from './low-money.ts';
import { settlePayment, tryLock } from './money.ts';
import { decisivePayments, type PaymentRow } from './payments-store.ts';
import { advanceDelivery, type Delivery, type DeliveryProof, startedMinutes } from './rules.ts';

const TICKET_MS = LIVE_TICKET_SECONDS * 1_000;

export const deliveredOf = (
  entry: Pick<EntryRow, 'started_at' | 'seen_at' | 'delivered_ms' | 'read_ms'>,
): Delivery => ({
  startedAt: entry.started_at?.getTime() ?? null,
  seenAt: entry.seen_at?.getTime() ?? null,
  deliveredMs: entry.delivered_ms,
  readMs: entry.read_ms,
});

const save = (tx: Transaction, { id }: EntryRow, now: Delivery): Promise<void> =>
  updateEntry(tx, id, {
    started_at: now.startedAt === null ? null : new Date(now.startedAt),
    seen_at: now.seenAt === null ? null : new Date(now.seenAt),
    delivered_ms: now.deliveredMs,
    read_ms: now.readMs,
  });

const publishLowBalance = async (
  ctx: Ctx,
  tx: Transaction,
  entry: EntryRow,
  reason: 'money' | 'limit',
  deliveredMs: number,
): Promise<void> => {
  if (entry.low_at) return;
  const now = ctx.clock.now();
  await updateEntry(tx, entry.id, { low_at: now, low_reason: reason });
  await ctx.outbox.publish(tx, {
    event: 'live-money',
    topics: [topicKey('member', entry.profile_id)],
    payload: {
      liveId: entry.live_id,
      state: 'low',
      endsAt: endOfMinute(deliveredMs, now),
      needed: entry.price_centavos,
      suggested: topUpFor(entry.price_centavos),
      ...(reason === 'limit' && { exit: 'limit' as const }),
    },
  });
};

const clearLowBalance = async (ctx: Ctx, tx: Transaction, entry: EntryRow): Promise<void> => {
  if (!entry.low_at) return;
  await updateEntry(tx, entry.id, { low_at: null, low_reason: null });
  await ctx.outbox.publish(tx, {
    event: 'live-money',
    topics: [topicKey('member', entry.profile_id)],
    payload: { liveId: entry.live_id, state: 'paid' },
  });
};

const billTicket = async (
  ctx: Ctx,
  tx: Transaction,
  entry: EntryRow,
  producerId: ProfileId,
  deliveredMs: number,
): Promise<LiveExit | null> => {
  if (deliveredMs < TICKET_MS) return null;
  const ticket = (await decisivePayments(tx, entry.id)).find(({ state }) => state === 'locked');
  if (!ticket) return null;
  if (!(await settlePayment(ctx, tx, entry, producerId, ticket))) return 'showEnded';
  await notifySale(ctx, tx, entry, producerId, 1);
  return null;
};

/**
 * The entry with the source of the money of this moment: after a card charge during the show, what
 * is paid from then on is held for as long as other sales by card, and stays so.
 */
const withSourceNow = async (ctx: Ctx, tx: Transaction, entry: EntryRow): Promise<EntryRow> => {
  if (entry.paid_by === 'card') return entry;
  const { source } = await sourceOf(tx, entry.profile_id, cardMoneySince(ctx));
  if (!source) return entry;
  await updateEntry(tx, entry.id, { paid_by: source });
  return { ...entry, paid_by: source };
};

type BillResult = { now: Delivery; exit: LiveExit | null };

/**
 * The wallet is locked before the escrow, as everywhere: minutes are locked before one is settled.
 */
const billMinute = async (
  ctx: Ctx,
  tx: Transaction,
  entered: EntryRow,
  producerId: ProfileId,
  now: Delivery,
): Promise<BillResult> => {
  const due = startedMinutes(now);
  if (due === 0) return { now, exit: null };
  const active = new Map(
    (await decisivePayments(tx, entered.id, due)).map((payment) => [payment.number, payment]),
  );
  const isPaidAhead = active.has(due) && active.has(due + 1);
  const entry = isPaidAhead ? entered : await withSourceNow(ctx, tx, entered);
  for (const number of [due, due + 1]) {
    if (active.has(number)) continue;
    const refusal = await tryLock(ctx, tx, entry, producerId, number);
    if (refusal === null) continue;
    // At most one sweep interval (2 s) of the unpaid minute was delivered; it is not charged.
    if (number === due)
      return { now: { ...now, deliveredMs: (due - 1) * MINUTE_MS }, exit: refusal };
    await publishLowBalance(ctx, tx, entry, refusal, now.deliveredMs);
    return { now, exit: await settleMinute(ctx, tx, entry, producerId, due) };
  }
  await clearLowBalance(ctx, tx, entry);
  return { now, exit: await settleMinute(ctx, tx, entry, producerId, due) };
};

const settleMinute = async (
  ctx: Ctx,
  tx: Transaction,
  entry: EntryRow,
  producerId: ProfileId,
  number: number,
): Promise<LiveExit | null> => {
  const [minute]: PaymentRow[] = await decisivePayments(tx, entry.id, number);
  if (minute?.number !== number || minute.state !== 'locked') return null;
  return (await settlePayment(ctx, tx, entry, producerId, minute)) ? null : 'showEnded';
};

/** With the entry locked. Returns why it ended, when it did. */
export const billEntryIn = async (
  ctx: Ctx,
  tx: Transaction,
  entry: EntryRow,
  producerId: ProfileId,
  proof: DeliveryProof,
): Promise<LiveExit | null> => {
  const proven = advanceDelivery(deliveredOf(entry), proof);
  const { now, exit } =
    entry.charge === 'minute'
      ? await billMinute(ctx, tx, entry, producerId, proven)
      : {
          now: proven,
          exit: await billTicket(ctx, tx, entry, producerId, proven.deliveredMs),
        };
  await save(tx, entry, now);
  if (exit) await endEntryIn(ctx, tx, entry, producerId, exit);
  return exit;
};

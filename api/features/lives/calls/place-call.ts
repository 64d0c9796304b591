// Calls: placed once, taken back, declined, and over when the producer does not answer.
import { topicKey } from '@camarim/contract/events';
import type {
  CallAction,
  CallId,
  callOfferSchema,
  liveCallSchema,
} from '@camarim/contract/features/lives/calls';
import type { ProfileId } from '@camarim/contract/ids';
import { LIVE_CALL_WAIT_SECONDS, LIVE_CALLS_MAX } from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { SHOW_TYPES, type ShowType } from '@camarim/contract/shows';
import type { z } from 'zod';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { withTopUpIntent } from '../../ledger/index.ts';
import { hiddenAmong, summarise } from '../../profiles/index.ts';
import { spendable } from '../../spending/index.ts';
import { loadSettings } from '../camera/settings-store.ts';
import { endLive } from '../end-live.ts';
import { showSettings } from '../start-live.ts';
import { hasOpenParty, isInShow } from '../store.ts';
import {
  type CallRow,
  countWaiting,
  declinedSince,
  endCall,
  findCall,
  openCallsOf,
  overdueCalls,
  placeCall,
  waitingCalls,
} from './calls-store.ts';
import { closeNotices, notifyOfCall } from './notices.ts';
import { type CallPair, takesCalls } from './policy.ts';

export type LiveCall = z.input<typeof liveCallSchema>;
type CallOffer = z.input<typeof callOfferSchema>;

/** A person who was declined waits for as long before they call again. */
const DECLINED_MS = 60_000;
/** What a producer learns of the wallet of a caller ends here. */
const SHOWN_MINUTES = 60;
const SWEEP_BATCH = 200;

/** What the caller could spend in the show, as the producer may know it. */
const shownBalance = async (
  ctx: Ctx,
  { caller_id: callerId, price_centavos: price }: CallRow,
): Promise<Centavos> => {
  if (price === null) return centavos(0);
  const { balance } = await ctx.ledger.balanceOf(callerId);
  return centavos(Math.min(await spendable(ctx, callerId, balance), price * SHOWN_MINUTES));
};

const publishCall = async (
  ctx: Ctx,
  tx: Transaction,
  call: CallRow & { show_open?: boolean },
  action: CallAction,
): Promise<void> => {
  const toProducer = action === 'call' || action === 'cancel';
  const [to, from] = toProducer
    ? [call.producer_id, call.caller_id]
    : [call.caller_id, call.producer_id];
  const person = (await summarise({ ...ctx, db: tx }, [from])).get(from);
  if (!person) return;
  await ctx.outbox.publish(tx, {
    event: 'call-for-chat',
    topics: [topicKey('member', to)],
    payload: {
      id: call.id,
      profileId: from,
      domainName: person.domainName,
      exibitionName: person.exibitionName,
      balance: action === 'call' ? await shownBalance(ctx, call) : centavos(0),
      type: String(call.type) as ShowType,
      action,
      ...(action === 'cancel' && call.show_open && { accepted: true as const }),
    },
  });
};

const viewCalls = async (
  ctx: Ctx,
  rows: readonly CallRow[],
  viewerId: ProfileId,
): Promise<LiveCall[]> => {
  const otherOf = (row: CallRow): ProfileId =>
    row.producer_id === viewerId ? row.caller_id : row.producer_id;
  const people = await summarise(ctx, rows.map(otherOf));
  const queues = new Map<ProfileId, CallRow[]>();
  for (const { producer_id: id } of rows)
    if (!queues.has(id)) queues.set(id, await waitingCalls(ctx.db, id, LIVE_CALLS_MAX));
  const balances = await Promise.all(
    rows.map((row) => (row.producer_id === viewerId ? shownBalance(ctx, row) : centavos(0))),
  );
  return rows.flatMap((row, index) => {
    const profile = people.get(otherOf(row));
    if (!profile) return [];
    const place = (queues.get(row.producer_id) ?? []).findIndex(({ id }) => id === row.id);
    return {
      id: row.id,
      profile,
      type: String(row.type) as ShowType,
      state: row.state,
      place: place + 1,
      balance: balances[index] ?? 0,
      liveId: row.live_id,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    };
  });
};

export const viewCall = async (
  ctx: Ctx,
  { callerId, producerId }: Allowed<Omit<CallPair, 'settings'>>,
): Promise<LiveCall | null> => {
  const row = await findCall(ctx.db, producerId, callerId);
  return row && ((await viewCalls(ctx, [row], callerId))[0] ?? null);
};

/** The queue of a producer, without people who are hidden from them. */
export const viewQueue = async (ctx: Ctx, viewer: Viewer): Promise<LiveCall[]> => {
  const rows = await waitingCalls(ctx.db, viewer.profileId, LIVE_CALLS_MAX);
  const callers = rows.map(({ caller_id }) => caller_id);
  const hidden = await hiddenAmong(ctx.db, callers, viewer);
  return viewCalls(
    ctx,
    rows.filter(({ caller_id }) => !hidden.has(caller_id)),
    viewer.profileId,
  );
};

/** Throws wallet.insufficient for whom the minimum of a private show is too much. */
const checkMoney = async (
  ctx: Ctx,
  { callerId, producerId, settings }: CallPair,
  price: Centavos,
): Promise<void> => {
  const needed = centavos(price * settings.minimum_minutes);
  const { balance } = await ctx.ledger.balanceOf(callerId);
  await withTopUpIntent(
    async () => {
      if (balance < needed)
        throw new AppError('wallet.insufficient', { reply: { needed, balance } });
    },
    async () => ({
      kind: 'show',
      profileId: producerId,
      type: '3',
      price,
      value: needed,
      label: (await summarise(ctx, [producerId])).get(producerId)?.exibitionName ?? '',
    }),
  );
};

/**
 * The caller's one call to this producer; a repeated one is the same. Throws live.inShow while the
 * caller is in a show, live.partyOpen for a party that is entered without a call, live.priceChanged
 * when another price was seen, wallet.insufficient, live.callsFull, and request.tooMany within a
 * minute of a declined one. Source: specification section 4, incoming chat call.
 */
export const callProducer = async (
  ctx: Ctx,
  pair: Allowed<CallPair>,
  { type, price: seen }: { type: ShowType; price?: Centavos | null | undefined },
): Promise<void> => {
  const { callerId, producerId, settings } = pair;
  const now = ctx.clock.now();
  const { price_per_minute_centavos: price } = showSettings(settings, type);
  if (await isInShow(ctx.db, callerId)) throw new AppError('live.inShow');
  if (type === '2' && (await hasOpenParty(ctx.db, producerId)))
    throw new AppError('live.partyOpen');
  if (typeof seen === 'number' && seen !== (price ?? 0)) throw new AppError('live.priceChanged');
  // A party asks for money when it is entered.
  if (type === '3' && price !== null) await checkMoney(ctx, pair, price);
  if (await declinedSince(ctx.db, producerId, callerId, new Date(now.getTime() - DECLINED_MS)))
    throw new AppError('request.tooMany');
  await transaction(ctx.db, async (tx) => {
    const { row, fresh } = await placeCall(tx, {
      id: newId() as CallId,
      producer_id: producerId,
      caller_id: callerId,
      type: Number(type) as 2 | 3,
      price_centavos: price,
      created_at: now,
      expires_at: new Date(now.getTime() + LIVE_CALL_WAIT_SECONDS * 1_000),
    });
    if (!fresh) return;
    if ((await countWaiting(tx, producerId)) > LIVE_CALLS_MAX) throw new AppError('live.callsFull');
    await publishCall(ctx, tx, row, 'call');
    await notifyOfCall(ctx, tx, row);
  });
};

const end = async (
  ctx: Ctx,
  id: CallId,
  state: 'declined' | 'cancelled' | 'expired',
): Promise<void> => {
  const call = await transaction(ctx.db, async (tx) => {
    const ended = await endCall(tx, id, state, ctx.clock.now());
    if (!ended) return null;
    await closeNotices(ctx, tx, ended);
    if (state !== 'declined') await publishCall(ctx, tx, ended, 'cancel');
    if (state !== 'cancelled')
      await publishCall(ctx, tx, ended, state === 'declined' ? 'decline' : 'expire');
    return ended;
  });
  // A private show that was opened for this call has no watcher.
  if (call?.type === 3 && call.live_id) await endLive(ctx, call.live_id, 'notEntered');
};

/**
 * Takes back one's call, an accepted one as well; repeating it changes nothing. Nothing is locked
 * before the caller enters.
 */
export const cancelCall = async (
  ctx: Ctx,
  { callerId, producerId }: Allowed<Omit<CallPair, 'settings'>>,
): Promise<void> => {
  const call = await findCall(ctx.db, producerId, callerId);
  if (call) await end(ctx, call.id, 'cancelled');
};

export const declineCall = (ctx: Ctx, { id }: Allowed<CallRow>): Promise<void> =>
  end(ctx, id, 'declined');

/** Ends calls without an answer, and accepted ones whose caller did not come. */
export const endOverdueCalls = async (ctx: Ctx): Promise<void> => {
  for (const id of await overdueCalls(ctx.db, ctx.clock.now(), SWEEP_BATCH))
    await end(ctx, id, 'expired');
};

/** Ends all calls of and to a person. */
export const endCallsOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (const id of await openCallsOf(ctx.db, profileId)) await end(ctx, id, 'cancelled');
};

/** The types of shows that the producer may be called for, with what each costs. */
export const viewOffers = async (
  { db }: Pick<Ctx, 'db'>,
  { producerId }: Allowed<{ producerId: ProfileId }>,
): Promise<CallOffer[]> => {
  const settings = await loadSettings(db, producerId);
  return SHOW_TYPES.filter((type) => takesCalls(settings, type)).map((type) => {
    const show = showSettings(settings, type);
    return {
      type,
      charge: show.charge,
      pricePerMinute: show.price_per_minute_centavos,
      ticketPrice: show.ticket_price_centavos,
      minimumMinutes: type === '3' ? show.minimum_minutes : null,
    };
  });
};

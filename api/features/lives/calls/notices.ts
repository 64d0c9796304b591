// Notifications of calls, for producers who have no page open.
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { notifiedSince, notify, readNotificationsFrom } from '../../notifications/index.ts';
import type { CallRow } from './calls-store.ts';

type Pair = Pick<CallRow, 'producer_id' | 'caller_id'>;

/** Each notice may be an email: a caller causes one of each type of show in this time. */
const NOTICE_EVERY_MS = 30 * 60_000;

const TYPES = { 2: 'partyCall', 3: 'privateCall' } as const;

/** The call is answered or over, or is one of another type now: nothing is left to open. */
export const closeNotices = async (
  ctx: Ctx,
  tx: Transaction,
  { producer_id: producerId, caller_id: fromId }: Pair,
): Promise<void> => {
  for (const type of Object.values(TYPES))
    await readNotificationsFrom(ctx, tx, { profileIds: [producerId], type, fromId });
};

const isOnline = async ({ presence }: Ctx, profileId: ProfileId): Promise<boolean> =>
  (await presence.online([profileId])).has(profileId);

/** A producer whose page is open sees the call itself. */
export const notifyOfCall = async (ctx: Ctx, tx: Transaction, call: CallRow): Promise<void> => {
  await closeNotices(ctx, tx, call);
  const { producer_id: profileId, caller_id: fromId } = call;
  if (await isOnline(ctx, profileId)) return;
  const type = TYPES[call.type];
  const since = new Date(ctx.clock.now().getTime() - NOTICE_EVERY_MS);
  if (await notifiedSince(tx, { profileId, type, fromId }, since)) return;
  await notify(ctx, tx, {
    profileId,
    type,
    fromProfileId: fromId,
    amount: call.price_centavos,
  });
};

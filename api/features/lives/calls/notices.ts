// Notifications of calls, for producers who have no page open.
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { notify, readNotificationsFrom } from '../../notifications/index.ts';
import type { CallRow } from './calls-store.ts';

type Pair = Pick<CallRow, 'producer_id' | 'caller_id'>;

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
  if (await isOnline(ctx, call.producer_id)) return;
  await notify(ctx, tx, {
    profileId: call.producer_id,
    type: TYPES[call.type],
    fromProfileId: call.caller_id,
    amount: call.price_centavos,
  });
};

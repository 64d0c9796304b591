// Tips: one movement in the ledger, whose idempotency key makes a repeated call the same tip.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { SALES } from '@camarim/contract/sales';
import type { SideEffects } from '../../../platform/database/side-effects.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { fillGoal } from '../../goals/index.ts';
import { type Movement, type PostResult, withTopUpIntent } from '../../ledger/index.ts';
import { notificationEffects } from '../../notifications/index.ts';
import { summarise } from '../../profiles/index.ts';
import { checkPayment } from '../../spending/index.ts';
import type { Recipient, RoomTips } from './policy.ts';

export type Tip = { value: Centavos; message?: string | undefined; key: string };

export type TipResult = { id: TransferId; value: Centavos; balance: Centavos };

/**
 * Pays a tip and notifies its receiver. Throws wallet.insufficient with what the wallet dialog
 * needs.
 */
export const sendTip = async (
  ctx: Ctx,
  roomTips: RoomTips,
  to: Allowed<Recipient>,
  viewer: Viewer,
  { value, message, key }: Tip,
): Promise<TipResult> => {
  const fromId = viewer.profileId;
  const { profileId: toId, postId, goalId, room, feeBps, limited, source } = to;
  const movement: Movement = {
    kind: 'tip',
    key,
    fromId,
    toId,
    postId,
    ...(goalId && { goalId }),
    ...(room && { liveId: room.liveId }),
    ...(room?.item && { itemId: room.item.id }),
    amount: value,
    feeBps,
    ...(message && { message }),
    ...(source && { source }),
  };
  const sideEffects = notificationEffects(ctx, {
    profileId: toId,
    type: SALES.tip.notification,
    fromProfileId: fromId,
    postId,
    amount: value,
    text: message || null,
  });
  const { transferId, balance } = await withTopUpIntent(
    () =>
      goalId || limited || room || source === 'card'
        ? tipInTransaction(ctx, roomTips, { movement, sideEffects }, to, {
            amount: value,
            fromId,
            key,
            message: message ?? '',
          })
        : ctx.ledger.post(movement, sideEffects),
    async () => {
      const receiver = (await summarise(ctx, [toId])).get(toId);
      const target = room
        ? {
            liveId: room.liveId,
            ...(room.item && { itemId: room.item.id }),
            ...(goalId && { goalId }),
          }
        : goalId
          ? { goalId }
          : postId
            ? { postId }
            : { toProfileId: toId };
      return {
        kind: 'tip',
        ...target,
        value,
        ...(message && { message }),
        label: receiver?.exibitionName ?? '',
      };
    },
  );
  return { id: transferId, value, balance: balance ?? ZERO_CENTAVOS };
};

/**
 * A tip in a transaction of its own: it checks the limits of the payment, and fills the goal
 * and writes into the room after it, so that a repeated call pays and counts once.
 */
const tipInTransaction = async (
  ctx: Ctx,
  roomTips: RoomTips,
  { movement, sideEffects }: { movement: Movement; sideEffects: SideEffects },
  { profileId: producerId, goalId, room }: Recipient,
  { key, message, ...tip }: { amount: Centavos; fromId: ProfileId; key: string; message: string },
): Promise<PostResult> => {
  return transaction(ctx.db, async (tx) => {
    await checkPayment(ctx, tx, {
      payerId: tip.fromId,
      producerId,
      price: tip.amount,
      ledgerKey: `tip:${tip.fromId}:${key}`,
    });
    const paid = await ctx.ledger.postIn(tx, movement, sideEffects);
    const goal =
      goalId && !paid.replayed ? await fillGoal(ctx, tx, goalId, tip, room?.liveId) : null;
    if (room && !paid.replayed)
      await roomTips.post(tx, room, {
        ...tip,
        transferId: paid.transferId,
        goal,
        message,
      });
    return paid;
  });
};

// A fan beside the conversation, for its producer.
import type { Routes } from '@camarim/contract';
import { FAN_PURCHASES } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { lastPayments, spentOn } from '../../ledger/index.ts';
import { findNote } from '../../notes/index.ts';
import type { OwnChat } from '../policy.ts';
import { findFan, type FanRow } from './store.ts';

type Fan = DataInput<Routes['GET /chats/{id}/fan']>;

const subscriptionOf = (row: FanRow, now: Date): Fan['subscription'] =>
  row.subscribed_since && row.paid_until
    ? {
        since: row.subscribed_since.toISOString(),
        until: row.paid_until.toISOString(),
        active: row.paid_until > now,
        renews: row.renews,
      }
    : null;

export const viewFan = async (
  ctx: Ctx,
  { listsWith }: Pick<Services, 'listsWith'>,
  { profile_id: producerId, other_id: fanId, other_seen_at: seenAt }: Allowed<OwnChat>,
): Promise<Fan> => {
  const [row, spent, purchases, note, lists] = await Promise.all([
    findFan(ctx.db, producerId, fanId),
    spentOn(ctx.db, fanId, producerId),
    lastPayments(ctx.db, fanId, producerId, FAN_PURCHASES),
    findNote(ctx.db, { writerId: producerId, profileId: fanId }),
    listsWith(producerId, fanId),
  ]);
  return {
    profileId: fanId,
    followsSince: row.follows_since?.toISOString() ?? null,
    subscription: subscriptionOf(row, ctx.clock.now()),
    spent: {
      total: centavos(spent.reduce((sum, { amount }) => sum + amount, 0)),
      kinds: spent,
    },
    purchases: purchases.map(({ kind, amount, at }) => ({ kind, amount, at: at.toISOString() })),
    lastSeenAt: seenAt?.toISOString() ?? null,
    note: note?.raw ?? null,
    lists,
  };
};

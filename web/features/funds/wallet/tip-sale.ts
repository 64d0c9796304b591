// How a tip is paid.
import { call } from '../../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../../client/sales.ts';

export const sale: Sale<'tip'> = {
  pay: (intent, idempotencyKey) => {
    const { kind: _kind, label: _label, toProfileId, ...tip } = intent;
    // A tip has one target: what belongs to a profile names it itself.
    const own = tip.postId ?? tip.goalId ?? tip.liveId;
    return call('POST /funds/tips', {
      body: own ? tip : { ...tip, toProfileId },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    });
  },
  refresh: async (client, { goalId }) => {
    if (goalId) await client.invalidateQueries({ queryKey: ['goals'] });
  },
};

// How a tip is paid.
import { call } from '../../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../../client/sales.ts';

export const sale: Sale<'tip'> = {
  pay: (intent, idempotencyKey) => {
    const { kind: _kind, label: _label, ...body } = intent;
    return call('POST /funds/tips', {
      body,
      idempotencyKey,
      own: PAYMENT_REFUSALS,
    });
  },
  refresh: async (client, { goalId }) => {
    if (goalId) await client.invalidateQueries({ queryKey: ['goals'] });
  },
};

// How a tip is paid.
import { call } from '../../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../../client/sales.ts';

export const sale: Sale<'tip'> = {
  pay: (intent, idempotencyKey) => {
    const target = intent.goalId
      ? { goalId: intent.goalId }
      : intent.postId
        ? { postId: intent.postId }
        : { toProfileId: intent.toProfileId };
    return call('POST /funds/tips', {
      body: { value: intent.value, ...target, ...(intent.message && { message: intent.message }) },
      idempotencyKey,
      own: PAYMENT_REFUSALS,
    });
  },
  refresh: async (client, { goalId }) => {
    if (goalId) await client.invalidateQueries({ queryKey: ['goals'] });
  },
};

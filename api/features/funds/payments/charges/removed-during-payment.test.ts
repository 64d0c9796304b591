// A payment that arrives when its account is removed: the money is taken, and an administrator
// finds it to give it back.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { syncCharge } from './sync-charge.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});

const payDuringRemoval = async (name: string, removed: boolean) => {
  const person = await app.join(name);
  const { id } = await person.call('POST /funds', {
    body: { paymentMethodKey: 'pix', value: 5_000 },
    idempotencyKey: randomUUID(),
  });
  if (removed)
    await app.ctx.pool.query(
      'UPDATE users u SET removed_at = now() FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
      [person.profileId],
    );
  await app.bank.armWebhook('lose');
  await app.bank.pay(id);
  const charge = await syncCharge(app.ctx, app.services.payments, id, 'reconciliation');
  await syncCharge(app.ctx, app.services.payments, id, 'reconciliation');
  const { rows: items } = await app.ctx.pool.query(
    'SELECT kind, ref, theirs_centavos AS theirs FROM statement_differences WHERE charge_id = $1',
    [id],
  );
  return {
    id,
    status: charge?.status,
    items,
    ...(await app.ctx.ledger.balanceOf(person.profileId)),
  };
};

test('a payment that comes after its account was removed is one item for an administrator', async () => {
  const { id, status, items, balance } = await payDuringRemoval('partiu', true);
  expect([status, balance, items]).toEqual([
    'paid',
    5_000,
    [{ kind: 'undecided', ref: `removed account:${id}`, theirs: 5_000 }],
  ]);
});

test('a payment of an account that is there opens no item', async () => {
  expect(await payDuringRemoval('ficou', false)).toMatchObject({
    status: 'paid',
    balance: 5_000,
    items: [],
  });
});

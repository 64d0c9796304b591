// What an administrator reads beside a held card payment before the decision.
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@camarim/contract/time';
import { expect, test } from 'vitest';
import { appWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard } from '../../../../testing/cards/paying.ts';
import { joinAdmin } from '../../../../testing/producing.ts';

test('a held payment shows the payer’s account, declined cards, other payments and whom they paid', async () => {
  const app = await appWithBank({ CARD_ACQUIRER: 'cielo' });
  const joinedAt = app.clock.now().toISOString();
  const payer = await app.join('pagadora');
  const usual = await saveCard(payer, { holderName: 'DAVI COBALTO' });
  await chargeCard(payer, usual.id, 3_000);
  const paid = await chargeCard(payer, usual.id, 2_000);
  await app.ctx.pool.query("UPDATE charges SET status = 'charged_back' WHERE id = $1", [
    paid.reply.data.id,
  ]);
  for (const value of [1_000, 500])
    await payer.call('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value },
      idempotencyKey: randomUUID(),
    });
  const suspect = await saveCard(payer, { holderName: 'DAVI REVISAR' });
  await chargeCard(payer, suspect.id, 5_000);
  // Another account, each time with one thing in common with the payer’s; the last one was too long
  // before the payment.
  const decline = (network: string, device: string, bin: string, hoursBefore: number) =>
    app.ctx.pool.query(
      `INSERT INTO card_attempts (profile_id, network, device, bin, declined, at)
       SELECT $2, ${network}, ${device}, ${bin}, true, $3 FROM card_attempts a
       WHERE a.profile_id = $1 LIMIT 1`,
      [
        payer.profileId,
        app.fan.profileId,
        new Date(app.clock.now().getTime() - hoursBefore * HOUR_MS),
      ],
    );
  await app.ctx.pool.query(
    "UPDATE card_attempts SET device = '\\x01', bin = '544828' WHERE profile_id = $1",
    [payer.profileId],
  );
  const [otherNetwork, none] = ["'\\x99'::bytea", 'NULL'];
  await decline('a.network', none, none, 1);
  await decline(otherNetwork, 'a.device', none, 1);
  await decline(otherNetwork, 'a.device', none, 2);
  await decline(otherNetwork, none, 'a.bin', 1);
  await decline('a.network', 'a.device', 'a.bin', 25);
  const admin = await joinAdmin(app, 'financeira', 'finance');
  const [held] = await admin.call('GET /dsb/transactions', { query: { held: 'true' } });
  expect(held?.held?.evidence).toEqual({
    accountSince: joinedAt,
    declines: { account: 0, address: 1, device: 2, bin: 1 },
    payments: { count: 1, amount: 3_000, returned: 1 },
    producers: [
      { profile: expect.objectContaining({ domainName: 'iris' }), sales: 2, amount: 1_500 },
    ],
  });
});

// The purpose of a mandate charge and its columns agree, by whichever version it was recorded.
import type { ChargeId, MandateId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { openMandateCharge } from './charge-handler.ts';
import { insertMandate } from './store.ts';

const DUE_ON = '2026-03-04';
let app: TestApp;
let mandateId: MandateId;
let fanId: ProfileId;

beforeAll(async () => {
  app = await testApp();
  const [fan, producer] = [await joinProducer(app, 'fan'), await joinProducer(app, 'criadora')];
  fanId = fan.profileId;
  mandateId = newId() as MandateId;
  const now = app.clock.now();
  await insertMandate(app.ctx.db, {
    id: mandateId,
    fanId,
    producerId: producer.profileId as ProfileId,
    provider: 'pix',
    amountCentavos: centavos(2_990),
    startsOn: DUE_ON,
    purchase: { price: centavos(2_990) },
    payerSealed: null,
    codeUntil: now,
    createdAt: now,
  });
});

const storedOf = async (id: string) =>
  (
    await app.ctx.pool.query(
      'SELECT purpose, mandate_id AS "mandateId", due_on AS "dueOn" FROM charges WHERE id = $1',
      [id],
    )
  ).rows[0];

const open = (dueOn: string | null): Promise<ChargeId> =>
  transaction(app.ctx.db, async (tx) => {
    const [id, now] = [newId() as ChargeId, app.clock.now()];
    await openMandateCharge(tx, {
      id,
      profileId: fanId,
      provider: 'pix',
      mandateId,
      dueOn,
      amountCentavos: centavos(2_990),
      expiresAt: now,
      now,
    });
    return id;
  });

test('a month under a mandate is recorded with its purpose, and the columns follow', async () => {
  const purpose = { kind: 'mandate', mandateId, dueOn: DUE_ON };
  expect(await storedOf(await open(DUE_ON))).toEqual({ purpose, mandateId, dueOn: DUE_ON });
});

test('no month is charged twice', async () => {
  await open('2026-05-04');
  await expect(open('2026-05-04')).rejects.toThrow('charges_once_a_month');
});

test.each([
  { title: 'the first charge', method: 'pix', dueOn: null },
  { title: 'a later month', method: 'pixAutomatico', dueOn: '2026-04-04' },
])('$title recorded by the version before has its purpose', async ({ method, dueOn }) => {
  const [id, now] = [newId(), app.clock.now()];
  await app.ctx.pool.query(
    `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, mandate_id,
      due_on, expires_at, created_at)
     VALUES ($1, $2, 'pix', $3, 'created', 2990, $4, $5, $6, $6)`,
    [id, fanId, method, mandateId, dueOn, now],
  );
  expect((await storedOf(id)).purpose).toEqual({ kind: 'mandate', mandateId, dueOn });
});

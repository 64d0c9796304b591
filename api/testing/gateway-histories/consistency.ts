// Invariants at the end of a history: our ledger agrees with the gateways' records, to the last
// centavo, and who can read has paid.
import assert from 'node:assert/strict';
import type { CashOutId } from '@camarim/contract/ids';
import { toPixId } from '../../platform/payments/pix/pix-wire.ts';
import type { Receipt } from '../../platform/payments/port.ts';
import type { TestAppWithBank } from '../bank.ts';
import type { HistoryFan } from './people.ts';
import type { HistoryCharge, StandIns } from './stand-ins.ts';

/** What a history leaves behind. */
type HistoryOutcome = {
  app: TestAppWithBank;
  fans: readonly HistoryFan[];
  standIns: StandIns;
  charges: readonly HistoryCharge[];
  cashOuts: readonly CashOutId[];
};

type Rows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** What of a charge's money the gateway still holds. */
const leftOf = (receipts: readonly Receipt[]): number =>
  receipts.reduce(
    (sum, { amountCentavos, refunds }) =>
      refunds.reduce(
        (rest, refund) => (refund.state === 'done' ? rest - refund.amountCentavos : rest),
        sum + amountCentavos,
      ),
    0,
  );

/**
 * The amount of each charge that the gateway holds by our ledger, and whether an administrator only
 * reversed it or a person has to decide.
 */
const RECORDED_CHARGES = `WITH own AS MATERIALIZED (SELECT t.reference_id AS charge, t.id, t.kind
  FROM ledger_transfers t WHERE t.reference_id = ANY($1)),
  of AS MATERIALIZED (SELECT charge, id FROM own UNION SELECT own.charge, r.id FROM own
    JOIN ledger_transfers r ON r.reverses = own.id)
  SELECT c.id,
    (SELECT coalesce(-sum(e.amount), 0)::int FROM of JOIN ledger_entries e ON e.transfer_id = of.id
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'clearing'
      WHERE of.charge = c.id::text) AS held,
    EXISTS (SELECT FROM own o JOIN ledger_transfers r ON r.reverses = o.id WHERE o.kind = 'topUp'
      AND o.charge = c.id::text
      AND NOT EXISTS (SELECT FROM payment_refunds f WHERE f.transfer_id = o.id)) AS "onlyReversed",
    c.status = 'review' AND c.paid_at IS NULL AS undecided
  FROM charges c WHERE c.id::text = ANY($1)`;
type RecordedCharge = { id: string; held: number; onlyReversed: boolean; undecided: boolean };

const checkCharges = async ({ standIns, charges }: HistoryOutcome, rows: Rows): Promise<void> => {
  const booked = new Map(
    (await rows<RecordedCharge>(RECORDED_CHARGES, [charges.map(({ id }) => id)])).map((row) => [
      row.id,
      row,
    ]),
  );
  for (const charge of charges) {
    const name = `${charge.gateway} ${charge.id}`;
    const left = leftOf(await standIns.receiptsOf(charge));
    const ours = booked.get(charge.id);
    assert.ok(ours, name);
    // A part went back before it was credited, or more came than was asked for.
    if (ours.undecided)
      assert.equal(ours.held, 0, `${name}: nothing is credited of what a person has to look at`);
    // An administrator who only reverses leaves the money at the gateway.
    else if (ours.onlyReversed)
      assert.ok(
        ours.held <= left,
        `${name}: never more than the gateway holds (${ours.held} of ${left})`,
      );
    else assert.equal(ours.held, left, `${name}: what is credited is what the gateway holds`);
    assert.ok((await standIns.salesOf(charge)) <= 1, `${name}: charged once`);
  }
};

const checkPayouts = async ({ standIns, cashOuts }: HistoryOutcome, rows: Rows): Promise<void> => {
  const of = new Set(cashOuts.map(toPixId));
  const sent = (await standIns.sentByBank()).filter(({ idEnvio }) => of.has(idEnvio));
  assert.equal(
    new Set(sent.map(({ idEnvio }) => idEnvio)).size,
    sent.length,
    'every payout is sent once',
  );
  const ours = await rows<{ id: string; status: string; entries: number }>(
    `SELECT c.id, c.status, (SELECT coalesce(sum(e.amount), 0)::int FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'earnings'
      JOIN ledger_transfers t ON t.id = e.transfer_id WHERE t.reference_id = c.id::text) AS entries
     FROM cash_outs c WHERE c.id = ANY($1)`,
    [cashOuts],
  );
  const away = sent
    .filter(({ status, devolucoes }) => status === 'REALIZADO' && !devolucoes)
    .map(({ idEnvio }) => idEnvio)
    .sort();
  assert.deepEqual(
    ours
      .filter(({ status }) => status === 'paid')
      .map(({ id }) => toPixId(id))
      .sort(),
    away,
    'what we call paid is what left the bank and stayed away',
  );
  assert.deepEqual(
    ours.filter(({ status }) => status !== 'paid' && status !== 'returned'),
    [],
    'every cash-out came to an end',
  );
  assert.deepEqual(
    ours.filter(({ status, entries }) => (status === 'paid') !== entries < 0),
    [],
    'what was paid left the earnings, and what came back is in them again',
  );
};

/** Who can read a post has paid for it, and the other way round. */
const checkAccess = async ({ app, fans }: HistoryOutcome, rows: Rows): Promise<void> => {
  const ids = fans.map(({ profileId }) => profileId);
  const unpaid = await rows(
    `SELECT a.id FROM access a LEFT JOIN ledger_transfers t ON t.id = a.transfer_id
      WHERE a.profile_id = ANY($1) AND (a.expires_at IS NULL OR a.expires_at > $2)
       AND (t.id IS NULL OR EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id))`,
    [ids, app.clock.now()],
  );
  const unopened = await rows(
    `SELECT t.id FROM ledger_transfers t WHERE t.kind = 'purchase' AND t.actor_profile_id = ANY($1)
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)
       AND NOT EXISTS (SELECT FROM access a WHERE a.transfer_id = t.id AND (a.expires_at IS NULL
         OR a.expires_at > $2))`,
    [ids, app.clock.now()],
  );
  assert.deepEqual([unpaid, unopened], [[], []], 'access is what was paid for and not taken back');
};

/** Throws what does not agree. */
export const checkConsistency = async (history: HistoryOutcome): Promise<void> => {
  const rows: Rows = async (text, values = []) =>
    (await history.app.ctx.pool.query(text, values)).rows;
  assert.deepEqual(
    await history.app.ctx.ledger.checkInvariants(),
    [],
    'the ledger adds up to 0, and no user account is below 0',
  );
  assert.deepEqual(
    await rows(
      "SELECT f.*, c.provider, c.amount_centavos AS charged FROM payment_refunds f JOIN charges c ON c.id = f.charge_id WHERE f.status = 'requested'",
    ),
    [],
    'every refund came to an end',
  );
  await checkCharges(history, rows);
  await checkPayouts(history, rows);
  await checkAccess(history, rows);
};

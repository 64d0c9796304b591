// The past of a large installation, written by bare SQL: money of many days, accounts,
// subscriptions and decisions. The rows are those that the product itself would have written, so
// that what it counts from them is whole.
import { SALE_KINDS } from '@camarim/contract/sales';
import type { Stage } from '../../stage.ts';

export const SIZES = {
  entries: 5_000_000,
  members: 1_000_000,
  days: 180,
  subscriptions: 100_000,
  decisions: 30_000,
  waiting: 200,
};

const PRICE = 1_000;
const FEE = 200;
/** A sale has three entries and a top-up two; one of so many sales is taken back. */
const TOP_UPS = 625_000;
const TAKEN_BACK_EACH = 100;
const SALES = Math.floor((SIZES.entries - 2 * TOP_UPS) / (3 * (1 + 1 / TAKEN_BACK_EACH)));

/** An instant of the past for the n-th of so many, evenly spread. */
const at = (n: string, of: number): string =>
  `date_trunc('second', now()) - (${of} - ${n}) * interval '${SIZES.days} days' / ${of}`;

/**
 * Joins the accounts or profiles of a kind in turn to the rows numbered `n`. The number of them is
 * a query of its own, so that the join is by hash.
 */
const inTurn = (name: string, from: string): string =>
  `JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM ${from}) ${name} ON ${name}.place = n % (SELECT count(*) FROM ${from})`;
const account = (name: string, kind: string): string =>
  inTurn(name, `(SELECT id, owner_profile_id FROM ledger_accounts WHERE kind = '${kind}') a`);
const person = (name: string, stage: string): string =>
  inTurn(name, `(SELECT id FROM profiles WHERE producer_stage = '${stage}') p`);

const MONEY = [
  `INSERT INTO ledger_accounts (kind, label, allow_negative) VALUES ('revenue', '', false),
    ('clearing', 'rede', true) ON CONFLICT DO NOTHING`,
  `CREATE TEMP TABLE sold AS
   SELECT uuidv7() AS id, n, (ARRAY['${SALE_KINDS.join("','")}'])[1 + n % ${SALE_KINDS.length}] AS kind, w.id AS payer, s.id AS seller, ${at('n', SALES)} AS at
   FROM generate_series(1, ${SALES}) n ${account('w', 'wallet')} ${account('s', 'pending')}`,
  `CREATE TEMP TABLE taken AS SELECT uuidv7() AS id, n, id AS reverses, payer, seller, at + interval '1 hour' AS at FROM sold WHERE n % ${TAKEN_BACK_EACH} = 0 AND at < now() - interval '1 hour'`,
  `CREATE TEMP TABLE paid AS
   SELECT uuidv7() AS id, uuidv7() AS charge, n, w.id AS payer, c.id AS gateway, w.owner_profile_id AS owner, ${at('n', TOP_UPS)} AS at
   FROM generate_series(1, ${TOP_UPS}) n ${account('w', 'wallet')} ${account('c', 'clearing')}`,
  `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, paid_centavos,
    expires_at, paid_at, created_at, brand_id)
   SELECT charge, owner, 'rede', (ARRAY['card', 'pix', 'boleto'])[1 + n % 3], 'paid', ${PRICE},
     ${PRICE}, at, at, at, CASE WHEN n % 3 = 0 THEN 1 + n % 4 END FROM paid`,
  `INSERT INTO ledger_transfers (id, kind, idempotency_key, request_hash, created_at) SELECT id,
    kind, 's' || n, '', at FROM sold ORDER BY n`,
  `INSERT INTO ledger_transfers (id, kind, idempotency_key, request_hash, reverses, created_at)
    SELECT id, 'reversal', 'r' || n, '', reverses, at FROM taken ORDER BY n`,
  `INSERT INTO ledger_transfers (id, kind, reference_type, reference_id, idempotency_key,
    request_hash, created_at) SELECT id, 'topUp', 'charge', charge, 'p' || n, '', at FROM paid
    ORDER BY n`,
  `CREATE TEMP TABLE revenue AS SELECT min(id) AS id FROM ledger_accounts WHERE kind = 'revenue'`,
  `INSERT INTO ledger_entries (transfer_id, account_id, amount, created_at)
   SELECT s.id, l.account, l.amount, s.at FROM sold s CROSS JOIN revenue v
     CROSS JOIN LATERAL (VALUES (payer, -${PRICE}), (v.id, ${FEE}), (seller,
     ${PRICE - FEE})) l (account, amount)
   UNION ALL SELECT s.id, l.account, l.amount, s.at FROM taken s CROSS JOIN revenue v
     CROSS JOIN LATERAL (VALUES (payer, ${PRICE}), (v.id, -${FEE}), (seller,
     ${FEE - PRICE})) l (account, amount)
   UNION ALL SELECT s.id, l.account, l.amount, s.at FROM paid s
     CROSS JOIN LATERAL (VALUES (gateway, -${PRICE}), (payer, ${PRICE})) l (account, amount)`,
  `DROP TABLE sold, taken, paid, revenue`,
];

const PEOPLE = [
  // Only the search of people reads it; to build it would take longer than all the rest.
  'DROP INDEX users_emails',
  `INSERT INTO users (id, email, created_at) SELECT uuidv7(), 'member' || n || '@example.com',
    ${at('n', SIZES.members)} FROM generate_series(1, ${SIZES.members}) n`,
  `INSERT INTO profile_listings (profile_id, listed_at) SELECT id,
    now() - random() * interval '${SIZES.days} days' FROM profiles WHERE producer_stage = 'approved'
    ON CONFLICT DO NOTHING`,
];

/**
 * One of every four subscriptions has ended; the others are paid for a month from a day of the
 * last.
 */
const SUBSCRIPTIONS = [
  `CREATE TEMP TABLE joined AS
   SELECT uuidv7() AS id, f.id AS fan, p.id AS producer, 1 + n % 5 AS months, now() - (n % 4 = 0)::int * interval '40 days' - random() * interval '30 days' AS at
   FROM (SELECT f.id AS fan, p.id AS producer, row_number() OVER () AS n FROM profiles f CROSS JOIN profiles p WHERE f.producer_stage = 'member' AND p.producer_stage = 'approved' LIMIT ${SIZES.subscriptions}) pairs
   JOIN profiles f ON f.id = fan JOIN profiles p ON p.id = producer`,
  `INSERT INTO subscriptions (id, fan_id, producer_id, price_centavos, anchor_at, months_paid,
    paid_until, created_at)
   SELECT id, fan, producer, ${PRICE}, at - (months - 1) * interval '30 days', months,
     at + interval '30 days', at - (months - 1) * interval '30 days' FROM joined`,
  `INSERT INTO subscription_periods (id, subscription_id, during, months, amount_centavos,
    transfer_id, created_at)
   SELECT uuidv7(), id, tstzrange(at - m * interval '30 days',
     at - m * interval '30 days' + interval '30 days'), 1, ${PRICE}, uuidv7(),
     at - m * interval '30 days' FROM joined CROSS JOIN LATERAL generate_series(0, months - 1) m`,
  'DROP TABLE joined',
];

const CLASSES =
  "ARRAY['minor', 'intimateImage', 'noConsent', 'violence', 'fraud', 'copyright', 'harassment', 'other']";
const DECISIONS = [
  `INSERT INTO reports (id, reporter_id, target_kind, target_id, reason, created_at, due_at,
    decided_at, outcome, decided_by)
   SELECT uuidv7(), f.id, 'profile', f.id, (${CLASSES})[1 + n % 8], at, at + interval '2 days',
     decided, CASE WHEN decided IS NOT NULL THEN 'dismissed' END, CASE WHEN decided IS NOT NULL THEN f.id END
   FROM generate_series(1, ${SIZES.decisions}) n
     CROSS JOIN LATERAL (SELECT ${at('n', SIZES.decisions)} - interval '4 hours' AS at) a
   CROSS JOIN LATERAL (SELECT CASE WHEN n > ${SIZES.decisions - SIZES.waiting} THEN NULL
     ELSE at + random() * interval '3 hours' END AS decided) d ${person('f', 'member')}`,
  `INSERT INTO cash_outs (id, profile_id, status, amount_centavos, fee_centavos, destination,
    provider, created_at, day, finished_at)
   SELECT uuidv7(), p.id, CASE WHEN n > ${SIZES.decisions - SIZES.waiting} THEN 'requested'
     ELSE 'paid' END, ${PRICE}, 0, '***', 'pix', at,
     at::date, CASE WHEN n <= ${SIZES.decisions - SIZES.waiting} THEN at + interval '3 hours' END
   FROM generate_series(1, ${SIZES.decisions}) n
     CROSS JOIN LATERAL (SELECT ${at('n', SIZES.decisions)} - interval '4 hours' AS at) a ${person('p', 'approved')}`,
  `INSERT INTO cash_out_events (cash_out_id, version, from_status, to_status, source, at)
   SELECT c.id, v.version, v.before, v.after, v.source,
     c.created_at + v.version * random() * interval '40 minutes' FROM cash_outs c
   CROSS JOIN LATERAL (VALUES (1, NULL, 'requested', 'person'),
     (2, 'requested', 'approved', 'admin'), (3, 'approved', 'sent', 'job'),
     (4, 'sent', 'paid', 'job')) v (version, before, after, source)
   WHERE c.status = 'paid' OR v.version = 1`,
  `INSERT INTO producer_requests (id, profile_id, stage, document_hash, requested_at, decided_at)
   SELECT uuidv7(), p.id, CASE WHEN n % 3 = 0 THEN 'approved' ELSE 'rejected' END,
     decode(md5(n::text), 'hex'), at, at + random() * interval '4 hours'
   FROM generate_series(1, ${Math.floor(SIZES.decisions / 3)}) n
     CROSS JOIN LATERAL (SELECT ${at('n', Math.floor(SIZES.decisions / 3))} - interval '4 hours' AS at) a ${person('p', 'approved')}`,
];

/**
 * Fills the database of a stage; takes one to three minutes. Returns how many bytes it has then.
 */
export const seedOperator = async ({ database }: Stage): Promise<number> => {
  const client = await database.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query("SET work_mem = '256MB'");
    for (const statement of [...MONEY, ...PEOPLE, ...SUBSCRIPTIONS, ...DECISIONS])
      await client.query(statement);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return Number(rows[0]?.bytes);
  } finally {
    client.release();
  }
};

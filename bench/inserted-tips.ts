// A ledger with a long past, written by bare SQL as its own function would have: posting each tip
// would take an hour.
import type pg from 'pg';
import type { SignedIn } from './server.ts';

const PLANTED_CENTAVOS = 100;
/** The past that is planted ends now and has this many tips a day. */
const TIPS_A_DAY = 20_000;

/**
 * Tips of all fans to one producer, without a fee: two entries each. Balances, holds and totals are
 * updated too, so that the ledger is consistent.
 */
const PLANT = `
  CREATE TEMP TABLE planted ON COMMIT DROP AS
  SELECT uuidv7() AS id, n, payer.id AS payer, payer.owner_profile_id AS actor, seller.id AS seller, $2::uuid AS producer,
    date_trunc('second', now()) - ($3::bigint - n) * interval '1 day' / ${TIPS_A_DAY} AS at
  FROM generate_series(1, $3::bigint) n
  JOIN (SELECT id, owner_profile_id, row_number() OVER (ORDER BY id) - 1 AS place FROM ledger_accounts WHERE kind = 'wallet' AND owner_profile_id = ANY($1::uuid[])) payer
    ON payer.place = n % cardinality($1::uuid[])
  CROSS JOIN (SELECT id FROM ledger_accounts WHERE kind = 'pending' AND owner_profile_id = $2::uuid) seller`;

const RELEASE_AT = `date_trunc('hour', at) + interval '7 days 1 hour'`;

const WRITE = [
  `INSERT INTO ledger_transfers (id, kind, actor_profile_id, reference_type, reference_id,
    idempotency_key, request_hash, memo, created_at)
   SELECT id, 'tip', actor, 'profile', producer, 'tip:' || actor || ':' || id,
     sha256(id::text::bytea), '{"feeBps": 0}', at FROM planted ORDER BY n`,
  `INSERT INTO ledger_entries (transfer_id, account_id, amount, release_at, created_at)
   SELECT id, account_id, amount, release_at, at FROM planted
   CROSS JOIN LATERAL (VALUES (1, payer, -${PLANTED_CENTAVOS}, NULL), (2, seller,
     ${PLANTED_CENTAVOS}, ${RELEASE_AT})) leg (place, account_id, amount, release_at) ORDER BY n,
     place`,
  `UPDATE ledger_accounts a SET balance = a.balance + p.total FROM (
     SELECT payer AS id, -${PLANTED_CENTAVOS} * count(*) AS total FROM planted GROUP BY payer
       UNION ALL SELECT seller, ${PLANTED_CENTAVOS} * count(*) FROM planted GROUP BY seller
   ) p WHERE a.id = p.id`,
  `INSERT INTO ledger_holds AS h (account_id, release_at, amount) SELECT seller, ${RELEASE_AT},
    ${PLANTED_CENTAVOS} * count(*) FROM planted GROUP BY 1, 2
   ON CONFLICT (account_id, release_at) DO UPDATE SET amount = h.amount + excluded.amount`,
  `INSERT INTO ledger_daily_totals AS d (account_id, day, transfer_kind, amount, entries)
   SELECT seller, (at AT TIME ZONE 'America/Sao_Paulo')::date, 'tip',
     ${PLANTED_CENTAVOS} * count(*), count(*) FROM planted GROUP BY 1, 2
   ON CONFLICT (account_id, day, transfer_kind) DO UPDATE SET amount = d.amount + excluded.amount,
     entries = d.entries + excluded.entries`,
];

/**
 * Writes `tips` tips of the fans, in turn, to the producer. Nothing else may be posted while it
 * runs.
 */
export const insertTips = async (
  database: pg.Pool,
  fans: readonly SignedIn[],
  producer: SignedIn,
  tips: number,
): Promise<void> => {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    await client.query(PLANT, [fans.map(({ profileId }) => profileId), producer.profileId, tips]);
    for (const statement of WRITE) await client.query(statement);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE ledger_entries, ledger_transfers, ledger_accounts');
  } finally {
    client.release();
  }
};

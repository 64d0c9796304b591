// Ten thousand Pix notifications, half of them duplicates, from the first byte to the last credit:
// none lost, none twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDriver } from '../drive.ts';
import { type Figure, figureOf } from '../figure.ts';
import { openPixStandIn, paymentOf } from '../pix-stand-in.ts';
import { type Stage, onStage } from '../stage.ts';

const CHARGES = 5_000;
const FANS = 500;
const CENTAVOS = 5_000;
const CONNECTIONS = 32;
const SECRET = 'a-secret-of-the-benchmark';
/** Longer than this and something is lost. */
const PATIENCE_MS = 240_000;

const openCharges = async ({ database, fans }: Stage): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, provider_ref,
      expires_at, created_at, next_check_at)
     SELECT id, payer, 'pix', 'pix', 'pending', $3, replace(id::text, '-', ''),
       now() + interval '1 day', now(), now() + interval '1 day'
     FROM (SELECT uuidv7() AS id, ($1::uuid[])[n % cardinality($1::uuid[]) + 1] AS payer
       FROM generate_series(1, $2::int) n) charge RETURNING id`,
    [fans.map(({ profileId }) => profileId), CHARGES, CENTAVOS],
  );
  return rows.map(({ id }) => id.replaceAll('-', ''));
};

/** Each twice, in any order, so that a duplicate may overtake its first. */
const notificationsOf = (txids: readonly string[]): string[] =>
  [...txids, ...txids]
    .map((txid) => ({
      body: JSON.stringify({ pix: [paymentOf(txid, `${CENTAVOS / 100}.00`)] }),
      place: Math.random(),
    }))
    .sort((one, other) => one.place - other.place)
    .map(({ body }) => body);

type Tally = { paid: number; credited: number; twice: number; balance: number };

const tallyOf = async ({ database }: Stage): Promise<Tally> => {
  const { rows } = await database.query<Record<keyof Tally, string>>(`
    SELECT (SELECT count(*) FROM charges WHERE status = 'paid') AS paid,
      (SELECT count(*) FROM ledger_transfers WHERE kind = 'topUp') AS credited,
      (SELECT count(*) FROM (SELECT FROM ledger_transfers WHERE kind = 'topUp' GROUP BY reference_id
        HAVING count(*) > 1) again) AS twice,
      (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'wallet') AS balance`);
  const [row] = rows;
  return {
    paid: Number(row?.paid),
    credited: Number(row?.credited),
    twice: Number(row?.twice),
    balance: Number(row?.balance),
  };
};

const waitForCredits = async (stage: Stage): Promise<Tally> => {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const tally = await tallyOf(stage);
    if (tally.paid === CHARGES || performance.now() > untilMs) return tally;
    await sleep(200);
  }
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  const bodies = notificationsOf(await openCharges(stage));
  const driver = openDriver();
  const startMs = performance.now();
  const { answered } = await driver.drive({
    port: stage.port,
    connections: CONNECTIONS,
    durationMs: PATIENCE_MS,
    target: `POST /api/funds/webhooks/pix?hmac=${SECRET}`,
    callers: [''],
    bodies,
    keyed: false,
    eachOnce: true,
  });
  const takenSeconds = (performance.now() - startMs) / 1_000;
  const { credited, twice, balance } = await waitForCredits(stage);
  const seconds = (performance.now() - startMs) / 1_000;
  driver.close();
  if (balance !== credited * CENTAVOS)
    throw new Error(`wallets hold ${balance} and ${credited} charges of ${CENTAVOS} were credited`);
  const how = `${answered} notifications of ${CHARGES} charges, each sent twice in random order over ${CONNECTIONS} connections; verified, kept, asked back and credited in jobs; one round`;
  return [
    figureOf(
      'webhook-storm',
      '1/s',
      [answered / seconds],
      `from the first byte to the last credit; ${how}`,
    ),
    figureOf(
      'webhook-storm-taken',
      '1/s',
      [answered / takenSeconds],
      `until the last was kept and answered; ${how}`,
    ),
    figureOf('webhook-storm-lost', 'credits', [CHARGES - credited], how),
    figureOf('webhook-storm-twice', 'credits', [twice], how),
  ];
};

export const run = async (): Promise<Figure[]> => {
  const gateway = await openPixStandIn(`${CENTAVOS / 100}.00`);
  try {
    return await onStage(
      {
        fans: FANS,
        producers: 0,
        balance: 0,
        pages: false,
        settings: { PIX_BASE_URL: gateway.url, PIX_WEBHOOK_SECRET: SECRET },
      },
      measure,
    );
  } finally {
    gateway.close();
  }
};

// One lookup of a picture's hash among ten million of pictures that were taken down, as each upload
// makes it; and the same by a scan of the table, which finds what the index may not miss.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase } from '../../../api/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../api/platform/database/embedded-postgres.ts';
import { migrate } from '../../../api/platform/database/migrate.ts';
import { PDQ_SAME_BITS } from '../../../api/platform/media/pdq.ts';
import { resemblesBlocked } from '../../../api/features/media/index.ts';
import { type Figure, figureOf, median } from '../../figure.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../api/migrations');
const SILENT = { info() {}, warn() {}, error() {} };

const HASHES = 10_000_000;
const AT_ONCE = 1_000_000;
const LOOKUPS = 200;
const SCANS = 2;
const BITS = 256;

/** The hash with so many of its bits turned. */
const near = (hash: string, bits: number): string => {
  const bytes = Buffer.from(hash, 'hex');
  const places = new Set<number>();
  while (places.size < bits) places.add(randomBytes(1)[0] ?? 0);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));
  return bytes.toString('hex');
};

const identityOf = (hash: string) => ({
  hashes: [],
  pdq: { hash, variants: [hash], quality: 100 },
});

const fill = async (database: pg.Pool): Promise<void> => {
  const { rows } = await database.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'blocked_pictures_parts'",
  );
  await database.query('DROP INDEX blocked_pictures_parts');
  for (let from = 0; from < HASHES; from += AT_ONCE)
    await database.query(
      `INSERT INTO blocked_pictures (id, pdq, reason, created_at)
       SELECT uuidv7(), ('x' || md5(i::text) || md5('x' || i))::bit(${BITS}), '', now() FROM generate_series($1::int, $2::int) i`,
      [from + 1, from + AT_ONCE],
    );
  await database.query("SET maintenance_work_mem = '1GB'");
  await database.query(rows[0]?.indexdef ?? '');
  await database.query('VACUUM ANALYZE blocked_pictures');
};

const measure = async (url: string): Promise<Figure[]> => {
  const { db, close } = connectDatabase(url, { max: 1, applicationName: 'bench' });
  const { rows } = await sql<{ hash: string }>`
    SELECT right(encode(varbit_send(pdq), 'hex'), ${BITS / 4}) AS hash FROM blocked_pictures TABLESAMPLE SYSTEM (0.05) LIMIT ${LOOKUPS}`.execute(
    db,
  );
  const times = { known: [] as number[], unknown: [] as number[], scan: [] as number[] };
  const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await work();
    into.push((performance.now() - from) * 1_000);
  };
  let missed = 0;
  for (const { hash } of rows) {
    await timed(times.known, async () => {
      if (!(await resemblesBlocked(db, [identityOf(near(hash, PDQ_SAME_BITS))]))) missed += 1;
    });
    await timed(times.unknown, () =>
      resemblesBlocked(db, [identityOf(randomBytes(BITS / 8).toString('hex'))]),
    );
  }
  if (missed > 0) throw new Error(`${missed} of ${rows.length} hashes were not found`);
  for (let scan = 0; scan < SCANS; scan += 1)
    await timed(times.scan, () =>
      sql`SELECT FROM blocked_pictures WHERE bit_count(pdq # ~pdq) < ${PDQ_SAME_BITS}`.execute(db),
    );
  await close();
  const how = (what: string) =>
    `${what} among ${HASHES} in PostgreSQL by an index of 16 parts of 16 bits; ${rows.length} lookups in turn; a scan of the table takes ${Math.round(median(times.scan))}`;
  return [
    figureOf('hash-lookup-us', 'µs', times.unknown, how('a hash that is not there')),
    figureOf('hash-lookup-known-us', 'µs', times.known, how(`a hash ${PDQ_SAME_BITS} bits off`)),
  ];
};

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-hashes-'));
  const server = await startEmbeddedPostgres({ home, log: SILENT });
  try {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    await migrate(pool, MIGRATIONS);
    await fill(pool);
    await pool.end();
    return await measure(server.url);
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
};

// One lookup of a picture's hash among those of pictures that were taken down, the lookup of an
// upload, which asks for the eight turns of its picture at once, and a scan of the table.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase, type Database } from '../../../api/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../api/platform/database/embedded-postgres.ts';
import { migrate } from '../../../api/platform/database/migrate.ts';
import { PDQ_SAME_BITS } from '../../../api/platform/media/pdq.ts';
import { resemblesBlocked } from '../../../api/features/media/index.ts';
import { type Figure, figureOf, median } from '../../figure.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../api/migrations');
const SILENT = { info() {}, warn() {}, error() {} };

type Size = { hashes: number; name: string };
const LIST: Size = { hashes: 10_000_000, name: 'hash-lookup' };
const FEWER: Size = { hashes: 1_000_000, name: 'hash-lookup-fewer' };
const AT_ONCE = 1_000_000;
const TURNS = 8;
const LOOKUPS = 60;
const SCANS = 3;
const BITS = 256;

/** The hash with so many of its bits turned. */
const near = (hash: string, bits: number): string => {
  const bytes = Buffer.from(hash, 'hex');
  const places = new Set<number>();
  while (places.size < bits) places.add(randomBytes(1)[0] ?? 0);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));
  return bytes.toString('hex');
};

/** As of an upload: with the 64-bit hashes of the picture and its mirror image. */
const identityOf = (hash: string, ...turned: string[]) => ({
  hashes: [randomBytes(8).readBigInt64BE(), randomBytes(8).readBigInt64BE()],
  pdq: { hash, variants: [hash, ...turned], quality: 100 },
});

const randomHash = (): string => randomBytes(BITS / 8).toString('hex');

const fill = async (database: pg.Pool, hashes: number): Promise<void> => {
  const { rows } = await database.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'blocked_pictures_part_%'",
  );
  for (const { indexname } of rows) await database.query(`DROP INDEX ${indexname}`);
  for (let from = 0; from < hashes; from += AT_ONCE)
    await database.query(
      `INSERT INTO blocked_pictures (id, pdq, reason, created_at)
       SELECT uuidv7(), ('x' || md5(i::text) || md5('x' || i))::bit(${BITS}), '', now()
         FROM generate_series($1::int, $2::int) i`,
      [from + 1, from + AT_ONCE],
    );
  await database.query("SET maintenance_work_mem = '1GB'");
  for (const { indexdef } of rows) await database.query(indexdef);
  await database.query('VACUUM ANALYZE blocked_pictures');
};

/** The 99th percentile of what one run of lookups took; its spread is that of the lookups. */
const slowest = (name: string, times: readonly number[], how: string): Figure => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  return { ...figureOf(name, 'µs', times, how), value: Number(at.toPrecision(3)) };
};

const sizesOf = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ rows: number; index: number }>`
    SELECT pg_table_size('blocked_pictures') / 1000000 AS rows,
      (SELECT sum(pg_relation_size(indexrelid))::bigint FROM pg_stat_user_indexes
      WHERE indexrelname LIKE 'blocked_pictures_part_%') / 1000000 AS index`.execute(db);
  return `${rows[0]?.rows} MB of rows and ${rows[0]?.index} MB of index on the disk`;
};

const measure = async (url: string, { hashes, name }: Size): Promise<Figure[]> => {
  const { db, close } = connectDatabase(url, { max: 1, applicationName: 'bench' });
  const { rows } = await sql<{ hash: string }>`
    SELECT right(encode(varbit_send(pdq), 'hex'), ${BITS / 4}) AS hash
      FROM blocked_pictures TABLESAMPLE SYSTEM (0.5) ORDER BY random() LIMIT ${LOOKUPS}`.execute(
    db,
  );
  const times = {
    exact: [] as number[],
    near: [] as number[],
    unknown: [] as number[],
    upload: [] as number[],
  };
  const scans: number[] = [];
  const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const answer = await work();
    into.push((performance.now() - from) * 1_000);
    return answer;
  };
  const find = (kind: keyof typeof times, hash: string, ...turned: string[]) =>
    timed(times[kind], () => resemblesBlocked(db, [identityOf(hash, ...turned)]));
  const found: number[] = [];
  for (const [place, { hash }] of rows.entries()) {
    found.push((await find('exact', hash)) ? 100 : 0);
    // Every distance that counts as the same, the largest first.
    const bits = PDQ_SAME_BITS - (place % PDQ_SAME_BITS);
    found.push((await find('near', near(hash, bits))) ? 100 : 0);
    if (await find('unknown', randomHash())) throw new Error('a random hash was found');
    const turned = Array.from({ length: TURNS - 1 }, randomHash);
    if (await find('upload', randomHash(), ...turned)) throw new Error('a random hash was found');
  }
  for (let scan = 0; scan < SCANS; scan += 1)
    await timed(scans, () =>
      sql`SELECT FROM blocked_pictures WHERE bit_count(pdq # ~pdq) < ${PDQ_SAME_BITS}`.execute(db),
    );
  const sizes = await sizesOf(db);
  await close();
  const how = (what: string) =>
    `${what}, among ${hashes} in PostgreSQL by the indexes of their 11 parts; ${rows.length} lookups in turn; ${sizes}; a scan of the table takes ${Math.round(median(scans))} µs`;
  const unknown = 'a hash that is not there';
  const upload = `${TURNS} hashes that are not there in one statement, as of nearly every uploaded picture`;
  const recall = found.reduce((sum, one) => sum + one, 0) / found.length;
  return [
    figureOf(`${name}-us`, 'µs', times.unknown, how(unknown)),
    slowest(`${name}-p99-us`, times.unknown, how(unknown)),
    figureOf(`${name}-upload-us`, 'µs', times.upload, how(upload)),
    figureOf(`${name}-exact-us`, 'µs', times.exact, how('a hash that is there')),
    figureOf(`${name}-near-us`, 'µs', times.near, how(`a hash 1 to ${PDQ_SAME_BITS} bits off`)),
    {
      ...figureOf(`${name}-recall`, '%', [recall], how('of those of the two rows before')),
      value: recall,
    },
  ];
};

const runAmong = async (size: Size): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-hashes-'));
  const server = await startEmbeddedPostgres({ home, log: SILENT });
  try {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    await migrate(pool, MIGRATIONS);
    await fill(pool, size.hashes);
    await pool.end();
    return await measure(server.url, size);
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
};

export const run = (): Promise<Figure[]> => runAmong(LIST);

export const amongFewer = { run: (): Promise<Figure[]> => runAmong(FEWER) };

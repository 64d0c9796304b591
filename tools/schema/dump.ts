// `npm run schema`: writes what the migrations lead to, as types for the code and as one page for
// people, and records new ones.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../api/platform/database/embedded-postgres.ts';
import { migrate } from '../../api/platform/database/migrate.ts';
import { describeSchema } from './page.ts';
import { generateTypes } from './types.ts';
import { LANDED, landedMigrations, migrationFiles, recordAfter } from '../tidy/migrations.ts';

const API = join(import.meta.dirname, '../../api');

const home = await mkdtemp(join(tmpdir(), 'camarim-schema-'));
const say = (...words: unknown[]) => void process.stderr.write(`${words.map(String).join(' ')}\n`);
const server = await startEmbeddedPostgres({ home, log: { info() {}, warn: say, error: say } });
const pool = new pg.Pool({ connectionString: server.url, max: 1 });
try {
  await migrate(pool, join(API, 'migrations'));
  await writeFile(LANDED, `${recordAfter(landedMigrations(), migrationFiles()).join('\n')}\n`);
  await writeFile(join(API, 'migrations/schema.sql'), await describeSchema(pool));
  await writeFile(
    join(API, 'platform/database/database.gen.ts'),
    await generateTypes(pool, server.url),
  );
} finally {
  await pool.end();
  await server.stop();
  await rm(home, { recursive: true, force: true });
}

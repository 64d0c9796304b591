// The generated files match the migrations; `npm run schema` writes them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeSchema } from '../../../tools/schema/page.ts';
import { generateTypes, wordsOf } from '../../../tools/schema/types.ts';
import { testDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
});

test('schema.sql is the schema that the migrations lead to', async () => {
  const page = await readFile(join(import.meta.dirname, '../../migrations/schema.sql'), 'utf8');
  expect(page).toBe(await describeSchema(database.pool));
});

test('database.gen.ts types the schema that the migrations lead to', async () => {
  const types = await readFile(join(import.meta.dirname, 'database.gen.ts'), 'utf8');
  expect(types).toBe(await generateTypes(database.pool, database.url));
});

test('a new column, index, function or trigger appears in schema.sql', async () => {
  const before = await describeSchema(database.pool);
  await database.pool.query(`
    CREATE TYPE mood AS ENUM ('calm', 'loud');
    CREATE TABLE planted (id int PRIMARY KEY, double int GENERATED ALWAYS AS (id * 2) STORED);
    CREATE INDEX planted_double ON planted (double DESC) WHERE double > 4;
    CREATE FUNCTION planted_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER planted_trigger BEFORE INSERT ON planted FOR EACH ROW EXECUTE FUNCTION planted_row();
    CREATE VIEW planted_view AS SELECT id FROM planted`);
  const after = await describeSchema(database.pool);
  for (const part of [
    'mood',
    'GENERATED ALWAYS AS ((id * 2)) STORED',
    'planted_double',
    'planted_row()',
    'planted_trigger',
    'planted_view',
  ]) {
    expect(before).not.toContain(part);
    expect(after).toContain(part);
  }
});

test('only a check with a plain list of words becomes a union type', () => {
  expect(wordsOf(`CHECK ((kind = ANY (ARRAY['post'::text, 'tip'::text])))`, 'kind')).toEqual([
    'post',
    'tip',
  ]);
  expect(wordsOf(`CHECK ((kind <> ALL (ARRAY['post'::text])))`, 'kind')).toBeUndefined();
  expect(wordsOf(`CHECK ((length(kind) > 3))`, 'kind')).toBeUndefined();
});

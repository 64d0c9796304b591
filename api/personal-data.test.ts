// No feature forgets a person who leaves, nor a person who asks for their data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyFeature } from './feature.ts';
import { features } from './features.ts';
import { testApp } from './testing/app.ts';
import { joinProducer, publish } from './testing/publishing.ts';

const FEATURES = join(import.meta.dirname, 'features');
const all: readonly AnyFeature[] = features;
const sourcesOf = (feature: string): string[] =>
  readdirSync(join(FEATURES, feature), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(FEATURES, feature, path), 'utf8'));
const indexOf = (feature: string): string =>
  readFileSync(join(FEATURES, feature, 'index.ts'), 'utf8');

/**
 * Listings are sums of the posts and plans that the archive holds; archives hold what other
 * features gave.
 */
const WITHOUT_PART = ['listings', 'exports'];

test('every folder whose index defines a manifest is in the list of features under its name', () => {
  const defining = readdirSync(FEATURES).filter((name) => indexOf(name).includes('defineFeature('));
  expect(defining.length).toBeGreaterThan(20);
  expect(all.map(({ name }) => name).sort()).toEqual(defining.sort());
});

test('every feature that erases has a part in the archive', () => {
  const erasing = all.filter(({ personalData = [] }) =>
    personalData.some(({ by }) => Array.isArray(by)),
  );
  expect(erasing.length).toBeGreaterThan(5);
  expect(
    erasing.filter(({ exporters = [] }) => exporters.length === 0).map(({ name }) => name),
  ).toEqual(WITHOUT_PART);
});

test('every function that erases or exports the data of a profile is in its feature’s manifest', () => {
  const declared = readdirSync(FEATURES).flatMap((feature) =>
    sourcesOf(feature)
      .flatMap((text) => [...text.matchAll(/export const ((?:erase|export)[A-Z]\w*Of) =/g)])
      .map(([, name = '']) => ({ feature, name })),
  );
  expect(declared.length).toBeGreaterThan(30);
  const forgotten = declared.filter(({ feature, name }) => {
    const manifest = indexOf(feature).split('defineFeature(')[1] ?? '';
    return !manifest.includes(name);
  });
  expect(forgotten).toEqual([]);
});

/**
 * Tables that name people of the team only, whose acts the audit log tells, and parts of other
 * tables.
 */
const OF_THE_TEAM_OR_A_PART = [
  'age_settings',
  'agreements',
  'blocked_pictures',
  'fraud_settings',
  'lapsed_data',
  'live_decisions',
  'payout_rules',
  'review_settings',
  'staff_invitations',
  'statement_differences',
];
const NAMES_A_PERSON =
  /^(?:.+_)?(?:profile|user|producer|fan|owner|buyer|viewer|author|sender|liker|blocker|blocked|follower|followee|writer|caller)_id$/;

test('every table with rows about a person is declared by the feature that holds it', async () => {
  const app = await testApp();
  const { rows } = await app.ctx.pool.query<{ table: string; column: string; refers: boolean }>(`
    SELECT c.relname AS table, a.attname AS column, EXISTS (SELECT FROM pg_constraint f
      WHERE f.contype = 'f' AND f.conrelid = c.oid AND a.attnum = ANY(f.conkey)
        AND f.confrelid IN ('profiles'::regclass, 'users'::regclass)) AS refers
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`);
  const about = new Set(
    rows.flatMap(({ table, column, refers }) =>
      refers || NAMES_A_PERSON.test(column) ? [table] : [],
    ),
  );
  expect(about.size).toBeGreaterThan(90);
  const declared = new Set<string>(
    app.services.personalData.entries.flatMap(({ tables }) => tables),
  );
  expect([...about].filter((table) => !declared.has(table)).sort()).toEqual(
    OF_THE_TEAM_OR_A_PART.filter((table) => !declared.has(table)),
  );
});

test('what is declared as erased has no row about a person whose account was removed', async () => {
  const app = await testApp();
  const person = await joinProducer(app, 'quemsai');
  const profileId = person.profileId;
  const mine = await publish(app, person, { text: 'texto de quem sai', seed: 41 });
  const other = await publish(app, app.producer, { text: 'post de outra pessoa', seed: 42 });
  const comment = await app.fan.call('POST /comments', {
    body: { postId: other.id, text: 'comentário de outra pessoa' },
    idempotencyKey: 'held-data-comment',
  });
  await person.call('POST /posts/{id}/like', { params: { id: other.id }, body: { liked: true } });
  await person.call('POST /posts/{id}/save', { params: { id: other.id }, body: { saved: true } });
  await person.call('POST /comments/{id}/like', { params: { id: comment.id } });
  await person.call('POST /profiles/{id}/follow', {
    params: { id: app.producer.profileId },
    body: { following: true },
  });
  await app.stranger.call('POST /profiles/{id}/block', { params: { id: profileId } });
  const { rows } = await app.ctx.pool.query<{ table: string; column: string; users: boolean }>(`
    SELECT f.conrelid::regclass::text AS table, a.attname AS column,
      f.confrelid = 'users'::regclass AS users
    FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)
    WHERE f.contype = 'f' AND f.confrelid IN ('profiles'::regclass, 'users'::regclass)`);
  const erased = new Set<string>(
    app.services.personalData.entries.flatMap(({ removal, by, tables }) =>
      removal === 'erased' && by !== 'removal' ? tables : [],
    ),
  );
  const holding = async () => {
    const tables = new Set<string>();
    for (const { table, column } of rows.filter((row) => erased.has(row.table) && !row.users)) {
      const found = await app.ctx.pool.query(`SELECT FROM ${table} WHERE ${column} = $1 LIMIT 1`, [
        profileId,
      ]);
      if (found.rowCount) tables.add(table);
    }
    return [...tables].sort();
  };
  expect(await holding()).toEqual(
    expect.arrayContaining(['blocks', 'comment_likes', 'follows', 'post_likes', 'post_saves']),
  );
  await app.services.personalData.erase(profileId);
  expect(await holding()).toEqual([]);
  const left = await app.ctx.pool.query(
    'SELECT text, (SELECT total_likes FROM posts WHERE id = $2) AS likes, (SELECT total_likes FROM comments WHERE id = $3) AS liked FROM posts WHERE id = $1',
    [mine.id, other.id, comment.id],
  );
  expect(left.rows).toEqual([{ text: '', likes: 0, liked: 0 }]);
});

test('the privacy page lists what is held in the language of the reader, with grounds and times', async () => {
  const app = await testApp();
  const listed = await app.visitor.call('GET /publics/personal-data');
  expect(listed).toHaveLength(app.services.personalData.entries.length);
  expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
  expect(listed).toContainEqual({
    name: 'Tentativas de pagar com cartão',
    ground: 'security',
    removal: 'kept',
    days: 30,
    from: 'event',
    basis: 'fraud',
  });
  expect(listed).toContainEqual({
    name: 'Versões dos termos com que você concordou, e quando',
    ground: 'claims',
    removal: 'kept',
    days: 1_827,
    from: 'removal',
    basis: 'claims',
  });
});

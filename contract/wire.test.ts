// Schemas that every feature shares: one spelling of an id.
import { expect, test } from 'vitest';
import { routes } from './index.ts';
import type { RouteDefinition } from './route.ts';
import { id, uuid } from './wire.ts';

const CAPITALS = '01890A5D-AC96-774B-BCCE-B302099A8057';

test('an id that is sent in capitals is read in lower case, so that ids compare as strings', () => {
  expect(id('post').parse(CAPITALS)).toBe(CAPITALS.toLowerCase());
  expect(uuid().parse(CAPITALS)).toBe(CAPITALS.toLowerCase());
  expect(id('post').safeParse('01890a5d').success).toBe(false);
});

const addressed = Object.entries<RouteDefinition>(routes).flatMap(([key, { params }]) =>
  Object.entries(params?.shape ?? {})
    .filter(([, schema]) => schema.safeParse(CAPITALS.toLowerCase()).success)
    .filter(([, schema]) => !schema.safeParse('not-an-id').success)
    .map(([name, schema]) => ({ key, name, schema })),
);

test('ids in addresses are found', () => expect(addressed.length).toBeGreaterThan(50));

test.each(addressed)('$key reads its $name in lower case', ({ schema }) =>
  expect(schema.parse(CAPITALS)).toBe(CAPITALS.toLowerCase()),
);

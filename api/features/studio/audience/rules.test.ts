// Rules of the audience list as tables.
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { SALE_KINDS } from '@camarim/contract/sales';
import { expect, test } from 'vitest';
import { churnBps, csvLine, cursorOf, lastSeenOf, readCursor, sumByKind } from './rules.ts';

const ID = '01890000-0000-7000-8000-000000000001' as ProfileId;

test.each([[0], [-1_790_000_000_123], [1_790_000_000_123]])(
  'a cursor with the key %d is read as it was given',
  (key) => expect(readCursor(cursorOf({ key, id: ID }))).toEqual({ key, id: ID }),
);

test.each(['', 'x', `1.5.${ID}`, '1.2', `9e9.${ID}`, `${'9'.repeat(17)}.${ID}`])(
  'the cursor "%s" is refused',
  (text) => expect(() => readCursor(text)).toThrow(),
);

test.each([
  [0, 0, null],
  [0, 8, 0],
  [1, 8, 1_250],
  [1, 3, 3_333],
  [8, 8, 10_000],
])('%d ended of %d paid times are a churn of %s per 10,000', (ended, touched, share) =>
  expect(churnBps(ended, touched)).toBe(share),
);

test('amounts of one fan are summed by kind, and kinds without money are zero', () => {
  expect(
    sumByKind([
      { kind: 'tip', amount: centavos(300) },
      { kind: 'purchase', amount: centavos(500) },
    ]),
  ).toEqual({
    total: 800,
    byKind: {
      ...Object.fromEntries(SALE_KINDS.map((kind) => [kind, 0])),
      tip: 300,
      purchase: 500,
    },
  });
});

test('a cell that a spreadsheet would run as a formula is shown as text', () => {
  const line = csvLine({
    profile: { domainName: 'davi', exibitionName: '=HYPERLINK("x")' },
    since: '2026-01-01T00:00:00.000Z',
    subscription: null,
    follows: true,
    lastSeen: 'week',
    earned: sumByKind([{ kind: 'tip', amount: centavos(1_050) }]),
    note: 'a, "b"',
  });
  const others = SALE_KINDS.filter((kind) => kind !== 'tip').map(() => '0.00');
  expect(line).toBe(
    `davi,"'=HYPERLINK(""x"")",2026-01-01T00:00:00.000Z,,,0,true,week,10.50,${others.join(',')},10.50,"a, ""b"""\r\n`,
  );
});

test.each([
  ['2026-03-10T03:00:00.000Z', 'today'],
  ['2026-03-10T02:59:59.000Z', 'week'],
  ['2026-03-04T03:00:00.000Z', 'week'],
  ['2026-03-04T02:59:59.000Z', 'month'],
  ['2026-02-09T03:00:00.000Z', 'month'],
  ['2026-02-09T02:59:59.000Z', 'earlier'],
  [null, 'earlier'],
])('a fan who was here at %s counts as here: %s', (at, when) =>
  expect(lastSeenOf(at === null ? null : new Date(at), new Date('2026-03-11T02:00:00.000Z'))).toBe(
    when,
  ),
);

// What tips and orders do to a toy: by the level of the amount, by the item, one after another.
import { TOY_QUEUE_SECONDS } from '@camarim/contract/features/overlays/limits';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import { centavos } from '@camarim/contract/money';
import { expect, test } from 'vitest';
import { actionFor, planMoves } from './rules.ts';
import type { ToyRules } from './store.ts';

const NOW = new Date('2026-01-15T12:00:00Z');
const RULES: ToyRules = {
  levels: [
    { from: centavos(2_000), motion: 'vibrate', strength: 20, seconds: 30 },
    { from: centavos(500), motion: 'vibrate', strength: 6, seconds: 5 },
  ],
  items: [{ itemId: 'spin' as MenuItemId, motion: 'rotate', strength: 10, seconds: 15 }],
};
const tip = (value: number, ageMs = 0) => ({
  type: 'tip.received' as const,
  data: { value },
  created_at: new Date(NOW.getTime() - ageMs),
});
const order = (id: string, value: number) => ({
  type: 'menu.ordered' as const,
  data: { value, item: { id } },
  created_at: NOW,
});

test.each([
  ['a tip below every level', tip(499), null],
  ['a tip at the first level', tip(500), { motion: 'vibrate', strength: 6, seconds: 5 }],
  ['a tip just below the next level', tip(1_999), { motion: 'vibrate', strength: 6, seconds: 5 }],
  ['a tip above the last level', tip(90_000), { motion: 'vibrate', strength: 20, seconds: 30 }],
  [
    'an order of a chosen item',
    order('spin', 100),
    { motion: 'rotate', strength: 10, seconds: 15 },
  ],
  ['an order of another item, whatever it costs', order('kiss', 9_000), null],
  ['the end of a show', { type: 'show.ended' as const, data: {} }, null],
])('%s does what the rules say', (_, event, action) => {
  expect(actionFor(RULES, event)).toEqual(action);
});

const startsOf = (events: Parameters<typeof planMoves>[1], busyUntil: Date | null = null) => {
  const plan = planMoves(RULES, events, { now: NOW, busyUntil });
  return {
    starts: plan.moves.map(({ startAt }) => (startAt.getTime() - NOW.getTime()) / 1_000),
    busy: plan.busyUntil && (plan.busyUntil.getTime() - NOW.getTime()) / 1_000,
  };
};
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

test('commands begin one after another, when the toy is free', () => {
  expect(startsOf([tip(500), order('spin', 100), tip(500)])).toEqual({
    starts: [0, 5, 20],
    busy: 25,
  });
  expect(startsOf([tip(500)], inSeconds(40))).toEqual({ starts: [40], busy: 45 });
  expect(startsOf([tip(500)], inSeconds(-40))).toEqual({ starts: [0], busy: 5 });
  expect(startsOf([tip(1)], inSeconds(40))).toEqual({ starts: [], busy: 40 });
});

test('what would wait for too long is dropped, and so is what is read too late', () => {
  expect(startsOf([tip(500)], inSeconds(TOY_QUEUE_SECONDS)).starts).toHaveLength(1);
  expect(startsOf([tip(500)], inSeconds(TOY_QUEUE_SECONDS + 1)).starts).toHaveLength(0);
  expect(startsOf(Array.from({ length: 500 }, () => tip(500))).starts).toHaveLength(61);
  expect(startsOf([tip(500, 60_001)]).starts).toEqual([]);
  expect(startsOf([tip(500, 60_000)]).starts).toEqual([0]);
});

// Age rules are grouped for editing, and come out of it as they went in.
import { expect, test } from 'vitest';
import { type AgeRule, groupRules, overlaps, readStates, rulesOf } from './rule-groups.ts';

const rule = (country: string, state: string | null, part: Partial<AgeRule> = {}): AgeRule => ({
  country,
  state,
  requires: 'verified',
  proofSeconds: 43_200,
  methods: null,
  estimation: true,
  doubleBlind: false,
  ...part,
});
const RULES = [
  rule('BR', null),
  rule('US', 'TX', { estimation: false }),
  rule('US', 'LA', { estimation: false }),
  rule('US', 'NY'),
  rule('*', null, { requires: 'declaration' }),
];

test('states with the same rule are one group, and all rules come out again', () => {
  const groups = groupRules(RULES);
  expect(groups.map(({ country, states }) => [country, states])).toEqual([
    ['BR', []],
    ['US', ['TX', 'LA']],
    ['US', ['NY']],
    ['*', []],
  ]);
  expect(rulesOf(groups)).toEqual(RULES);
});

test.each([
  ['', []],
  ['tx, la ,TX', ['LA', 'TX']],
  ['SP RJ', ['RJ', 'SP']],
  ['Texas', null],
])('the states written as "%s" are read', (text, states) => {
  expect(readStates(text)).toEqual(states);
});

test('two groups about one place are noticed', () => {
  const groups = groupRules(RULES);
  const [brazil, texas] = groups;
  if (!brazil || !texas) throw new Error('no groups');
  expect(overlaps(brazil, groups)).toBe(false);
  expect(overlaps({ ...brazil }, groups)).toBe(true);
  expect(overlaps({ ...texas, states: ['NY'] }, groups)).toBe(true);
  expect(overlaps({ ...texas, states: ['CA'] }, groups)).toBe(false);
});

// Which label of AI a media shows: the whole table.
import { expect, test } from 'vitest';
import { aiLabelOf, labelOfParts, type AiFacts } from './rules.ts';

const CASES: readonly [
  AiFacts['ai_declared'],
  AiFacts['ai_found'],
  AiFacts['ai_decided'],
  string | null,
][] = [
  ['none', null, null, null],
  ['altered', null, null, 'altered owner'],
  ['generated', null, null, 'generated owner'],
  ['none', 'altered', null, 'altered file'],
  ['altered', 'altered', null, 'altered file'],
  ['generated', 'altered', null, 'generated owner'],
  ['none', 'generated', null, 'generated file'],
  ['altered', 'generated', null, 'generated file'],
  ['generated', 'generated', 'altered', 'altered decision'],
  ['none', null, 'generated', 'generated decision'],
  ['generated', 'generated', 'none', null],
];

test.each(CASES)(
  'the owner says %s, the file %s and a decision %s: it shows %s',
  (ai_declared, ai_found, ai_decided, shown) => {
    const label = aiLabelOf({ ai_declared, ai_found: ai_found ?? null, ai_decided });
    expect(label && `${label.label} ${label.by}`).toBe(shown);
  },
);

test.each([
  [['generated', 'generated'], 'generated'],
  [['generated', null], 'altered'],
  [['altered', null], 'altered'],
  [['altered', 'generated'], 'altered'],
  [[null, null], null],
  [[], null],
] as const)('an archive of files labelled %j is labelled %s', (labels, expected) =>
  expect(labelOfParts(labels)).toBe(expected),
);

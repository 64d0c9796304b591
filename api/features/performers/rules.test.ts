// Who may be declared in a post, answer, and be decided on: every standing there is.
import { expect, test } from 'vitest';
import {
  ANSWERS,
  type Consent,
  DECISIONS,
  canAnswer,
  canBeTagged,
  canDecide,
  type Review,
} from './rules.ts';

const CONSENTS: Consent[] = ['asked', 'given', 'refused', 'withdrawn'];
const REVIEWS: Review[] = ['waiting', 'approved', 'rejected', 'revoked'];
const standings = CONSENTS.flatMap((consent) => REVIEWS.map((review) => ({ consent, review })));

test('of all standings one alone may be tagged: consented and approved', () => {
  expect(standings.filter(canBeTagged)).toEqual([{ consent: 'given', review: 'approved' }]);
});

test.each([
  ['asked', ['consent', 'refuse']],
  ['given', ['withdraw']],
  ['refused', []],
  ['withdrawn', []],
] as const)('somebody %s may %j, whatever was found', (consent, answers) => {
  for (const review of REVIEWS)
    expect(ANSWERS.filter((answer) => canAnswer({ consent, review }, answer))).toEqual(answers);
});

test.each([
  ['waiting', ['approve', 'reject']],
  ['approved', ['revoke']],
  ['rejected', []],
  ['revoked', ['approve']],
] as const)('a record %s is open to %j, and to nothing without consent', (review, decisions) => {
  expect(DECISIONS.filter((decision) => canDecide({ consent: 'given', review }, decision))).toEqual(
    decisions,
  );
  for (const consent of ['asked', 'refused', 'withdrawn'] as const)
    expect(DECISIONS.filter((decision) => canDecide({ consent, review }, decision))).toEqual([]);
});

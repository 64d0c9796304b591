// The rules of performers for every combination of consent and review.
import { expect, test } from 'vitest';
import { ANSWERS, type Consent, canAnswer, canBeTagged, canDecide, type Review } from './rules.ts';
import { DECISIONS } from '../kinds.ts';

const CONSENTS: Consent[] = ['asked', 'given', 'refused', 'withdrawn'];
const REVIEWS: Review[] = ['waiting', 'approved', 'rejected', 'revoked'];
const standings = CONSENTS.flatMap((consent) => REVIEWS.map((review) => ({ consent, review })));

test('only performers in the states consented and approved can be tagged', () => {
  expect(standings.filter(canBeTagged)).toEqual([{ consent: 'given', review: 'approved' }]);
});

test.each([
  ['asked', ['consent', 'refuse']],
  ['given', ['withdraw']],
  ['refused', []],
  ['withdrawn', []],
] as const)(
  'a performer with consent %s allows the answers %j, whatever the review',
  (consent, answers) => {
    for (const review of REVIEWS)
      expect(ANSWERS.filter((answer) => canAnswer({ consent, review }, answer))).toEqual(answers);
  },
);

test.each([
  ['waiting', ['approve', 'reject']],
  ['approved', ['revoke']],
  ['rejected', []],
  ['revoked', ['approve']],
] as const)(
  'a performer with review %s allows the decisions %j, and none without consent',
  (review, decisions) => {
    expect(
      DECISIONS.filter((decision) => canDecide({ consent: 'given', review }, decision)),
    ).toEqual(decisions);
    for (const consent of ['asked', 'refused', 'withdrawn'] as const)
      expect(DECISIONS.filter((decision) => canDecide({ consent, review }, decision))).toEqual([]);
  },
);

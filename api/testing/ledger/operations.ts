// The operations of a random ledger history, and how often each occurs.
import fc from 'fast-check';

export const FANS = 3;
export const PRODUCERS = 2;

const fan = fc.nat(FANS - 1);
const producer = fc.nat(PRODUCERS - 1);
/**
 * Few keys and small amounts make replays, mismatches and empty wallets happen often. What else can
 * happen to money is added here, to the model and to `step`.
 */
const operationWith = (keysMax: number) => {
  const key = fc.integer({ min: 0, max: keysMax }).map((number) => `key-${number}`);
  const sale = fc.record({
    key,
    from: fan,
    to: producer,
    amount: fc.constantFrom(1, 3, 99, 1_000, 2_500, 9_999),
    feeBps: fc.constantFrom(0, 1, 1_500, 2_000, 10_000),
  });
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('topUp' as const),
        key,
        fan,
        amount: fc.constantFrom(100, 2_500, 5_000),
      }),
    },
    // Sent in one moment, so that they are judged in one batch.
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('sell' as const),
        sales: fc.array(sale, { minLength: 1, maxLength: 8 }),
        inside: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('contest' as const), key }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('review' as const),
        key,
        fan,
        amount: fc.constantFrom(100, 5_000),
        decision: fc.constantFrom('released' as const, 'reversed' as const, 'waiting' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        hours: fc.constantFrom(0, 1, 24, 167, 168, 200),
        release: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('payOut' as const),
        producer,
        amount: fc.constantFrom(1, 800, 4_000),
        ending: fc.constantFrom('paid' as const, 'returned' as const, 'waiting' as const),
      }),
    },
  );
};
export type Operation = ReturnType<typeof operationWith> extends fc.Arbitrary<infer T> ? T : never;

/** A history to play. */
export const operations = fc.array(operationWith(25), { minLength: 10, maxLength: 60 });

/** One that goes on for more than 400 days. */
export const manyOperations = (count: number) =>
  fc.array(operationWith(count / 4), { minLength: count, maxLength: count });

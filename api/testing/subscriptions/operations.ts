// The operations of a random subscription history, and how often each occurs.
import { centavos } from '@camarim/contract/money';
import fc from 'fast-check';

export const FANS = 3;
export const PRODUCERS = 2;
export const PRICES = [1_500, 2_000, 2_600].map(centavos);

const fan = fc.nat(FANS - 1);
const producer = fc.nat(PRODUCERS - 1);
/** What can happen. `days` go by at once. */
const operationWith = (days: readonly number[]) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('topUp' as const),
        fan,
        amount: fc.constantFrom(1_500, 2_500, 5_000),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('subscribe' as const),
        fan,
        producer,
        way: fc.constantFrom('month' as const, 'bundle' as const, 'code' as const),
        twice: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), fan, producer }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('contest' as const), which: fc.nat(20) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('takeBack' as const), which: fc.nat(20) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('tip' as const),
        fan,
        producer,
        amount: fc.constantFrom(100, 999, 5_000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('cashOut' as const),
        producer,
        amount: fc.constantFrom(500, 4_000),
        ending: fc.constantFrom('paid' as const, 'returned' as const, 'waiting' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('card' as const),
        fan,
        answer: fc.constantFrom(
          'paid' as const,
          'paid' as const,
          'refused' as const,
          'refusedForGood' as const,
          'none' as const,
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('price' as const),
        producer,
        price: fc.constantFrom(...PRICES),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('close' as const),
        producer,
        really: fc.nat(9).map((number) => number === 0),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(...days) }),
    },
  );
export type Operation = ReturnType<typeof operationWith> extends fc.Arbitrary<infer T> ? T : never;
export type OperationOf<Do extends Operation['do']> = Extract<Operation, { do: Do }>;

/** A history to play; the shorter the waits, the more happens in its days. */
export const operations = (count: number, days: readonly number[]) =>
  fc.array(operationWith(days), { minLength: count, maxLength: count });

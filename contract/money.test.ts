// The only rounding, parsing and formatting of money, as tables.
import { describe, expect, it } from 'vitest';
import {
  centavos,
  decimalText,
  discounted,
  formatBrl,
  fromDecimalText,
  parseBrl,
  planPrice,
  splitFee,
} from './money.ts';

describe('money', () => {
  it.each([
    ['19,90', 1990],
    ['R$ 1.234,5', 123450],
    ['R$ 40', 4000],
    ['R$\u00A01.234,56', 123456],
    ['4,35', 435],
    ['0', 0],
  ])('a sum is read from %s', (text, amount) => expect(parseBrl(text)).toBe(amount));

  it.each(['', 'abc', '-1', '1,234', '1.23', '12.34,5', '99999999999999999'])(
    'no sum is read from %s',
    (text) => expect(parseBrl(text)).toBeNull(),
  );

  it.each([
    [1001, 2000, 801, 200],
    [1, 2000, 1, 0],
    [1000, 0, 1000, 0],
    [999, 10_000, 0, 999],
  ])('a sale of %i at %i bps is split into %i and %i', (price, bps, share, fee) =>
    expect(splitFee(centavos(price), bps)).toEqual({ share, fee }),
  );

  it('the buyer gets the odd centavo of a discount', () =>
    expect(discounted(centavos(2999), 1000)).toBe(2699));

  it.each([
    ['three months, ten percent off', 2500, 3, 1000, 6750],
    ['the odd centavo is the fan’s', 2999, 3, 1500, 7647],
    ['the first month of a promotion', 2990, 1, 5000, 1495],
    ['never nothing', 1, 1, 9000, 1],
  ])('a plan costs: %s', (_title, monthly, months, bps, price) =>
    expect(planPrice(centavos(monthly), months, bps)).toBe(price),
  );

  it('a sum is formatted for the reader’s language', () => {
    expect(formatBrl(centavos(123456)).replace(/\s/g, ' ')).toBe('R$ 1.234,56');
    expect(formatBrl(centavos(9007199254740991)).replace(/\s/g, ' ')).toBe(
      'R$ 90.071.992.547.409,91',
    );
  });

  it('decimal amounts are written and read exactly', () => {
    for (const amount of [0, 1, 99, 100, 435, 123456789, -250])
      expect(fromDecimalText(decimalText(centavos(amount)))).toBe(amount);
    expect(() => fromDecimalText('1.5')).toThrow(RangeError);
  });

  it('fractions of a centavo are refused', () => expect(() => centavos(0.5)).toThrow(RangeError));
});

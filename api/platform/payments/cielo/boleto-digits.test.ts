// The digits of boletos: known ones, the new cycle of the due factor, and two independent packages
// that must agree.
import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { barcodeOf, dueFactor, formatLine, lineOf, readBarcode } from '@camarim/contract/boleto';
import { validarBoleto } from '@mrmgomes/boleto-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueDateAfter, endOfDay } from './due-date.ts';

const KNOWN = [
  [
    '00190500954014481606906809350314337370000000100',
    '00193373700000001000500940144816060680935031',
    100,
  ],
  [
    '00190000090114971860168524522114675860000102656',
    '00196758600001026560000001149718606852452211',
    102_656,
  ],
  [
    '34192220090000556638551012140003679060000100000',
    '34196790600001000002220000005566385101214000',
    100_000,
  ],
  [
    '10492006506100010004200997263900989810000021403',
    '10499898100000214032006561000100040099726390',
    21_403,
  ],
  [
    '23790448095616862379336011058009740430000124020',
    '23797404300001240200448056168623793601105800',
    124_020,
  ],
] as const;

describe('published boletos', () => {
  it.each(KNOWN)(
    'a published boleto has equal line and barcode: %s',
    (line, barcode, amountCentavos) => {
      expect(lineOf(barcode)).toBe(line);
      expect(readBarcode(barcode)).toMatchObject({
        bank: barcode.slice(0, 3),
        amountCentavos,
        factor: Number(barcode.slice(5, 9)),
      });
    },
  );

  it('published boletos are rebuilt from their parts, before and after the reset of the due factor', () => {
    const freeField =
      lineOf('00193373700000001000500940144816060680935031') && '0500940144816060680935031';
    const boleto = (dueDate: string) =>
      lineOf(barcodeOf({ bank: '001', dueDate, amountCentavos: 10_000, freeField }));
    expect(boleto('2025-02-21')).toBe('00190500954014481606906809350314399990000010000');
    expect(boleto('2025-02-22')).toBe('00190500954014481606906809350314910000000010000');
  });

  it('a line is formatted in its printed groups', () => {
    expect(formatLine(KNOWN[0][0])).toBe('00190.50095 40144.816069 06809.350314 3 37370000000100');
  });
});

it.each([
  ['2000-07-03', 1000],
  ['2002-05-01', 1667],
  ['2010-11-17', 4789],
  ['2025-02-21', 9999],
  ['2025-02-22', 1000],
  ['2026-11-21', 1637],
] as const)('the factor of %s is %i', (date, factor) => expect(dueFactor(date)).toBe(factor));

const parts = fc.record({
  bank: fc.constantFrom('001', '033', '104', '237', '341', '748'),
  dueDate: fc
    .integer({ min: Date.UTC(2025, 2, 1), max: Date.UTC(2030, 0, 1) })
    .map((ms) => new Date(ms).toISOString().slice(0, 10)),
  // One of the other packages reads no more than eight digits.
  amountCentavos: fc.integer({ min: 1, max: 99_999_999 }),
  freeField: fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 25, maxLength: 25 })
    .map((digits) => digits.join('')),
});

describe('generated boletos', () => {
  it('both packages read the amount and due date of a generated boleto', () => {
    fc.assert(
      fc.property(parts, (boleto) => {
        const line = lineOf(barcodeOf(boleto));
        const info = getBoletoInfo(line, { referenceDate: new Date(`${boleto.dueDate}T12:00:00`) });
        const other = validarBoleto(line);
        const day = info?.expirationDate;
        expect(isValidBoleto(line)).toBe(true);
        expect(info).toMatchObject({ amount: boleto.amountCentavos, bankCode: boleto.bank });
        expect(
          day &&
            `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`,
        ).toBe(boleto.dueDate);
        expect(other).toMatchObject({ sucesso: true, codigoBarras: barcodeOf(boleto) });
        expect(Math.round(Number(other.valor) * 100)).toBe(boleto.amountCentavos);
      }),
      { numRuns: 300 },
    );
  });

  it('a boleto with one wrong digit is invalid', () => {
    fc.assert(
      fc.property(parts, fc.nat({ max: 43 }), fc.integer({ min: 1, max: 9 }), (boleto, at, by) => {
        const barcode = barcodeOf(boleto);
        const wrong = `${barcode.slice(0, at)}${(Number(barcode[at]) + by) % 10}${barcode.slice(at + 1)}`;
        // The check digit 1 stands for three remainders: the only boletos that another digit may
        // leave valid.
        fc.pre(barcode[4] !== '1' && wrong[4] !== '1');
        expect(readBarcode(wrong)).toBeNull();
      }),
    );
  });
});

describe('the due date', () => {
  const after = (now: string, days: number) => dueDateAfter(new Date(now), days * 86_400);

  it.each([
    ['on a working day', '2026-11-23T12:00:00Z', 3, '2026-11-26'],
    ['in Sao Paulo, where it is still yesterday', '2026-11-24T02:30:00Z', 1, '2026-11-24'],
    ['after a week-end', '2026-11-26T12:00:00Z', 2, '2026-11-30'],
    ['after Christmas and the week-end', '2026-12-22T12:00:00Z', 3, '2026-12-28'],
    [
      'after the last day of the year, when banks are closed',
      '2026-12-28T12:00:00Z',
      3,
      '2027-01-04',
    ],
    ['after the whole of Carnival', '2027-02-05T12:00:00Z', 3, '2027-02-10'],
  ])('a due date is a business day %s', (_when, now, days, due) =>
    expect(after(now, days)).toBe(due),
  );

  it('a due date lasts to the end of its day in Sao Paulo', () => {
    expect(endOfDay('2026-11-30').toISOString()).toBe('2026-12-01T03:00:00.000Z');
  });
});

// The digits of a bank slip: 44 of its barcode, 47 of the line that people type. Layout of
// FEBRABAN; factor rolled over in 2025.
import { DAY_MS } from './time.ts';

/** What a barcode is made of. `freeField` are the bank's own 25 digits. */
export type BoletoParts = {
  bank: string;
  dueDate: string | null;
  amountCentavos: number;
  freeField: string;
};

const FACTOR_DAY_ZERO_MS = Date.UTC(1997, 9, 7);
/** Factors run from 1000 to 9999 and begin again: each stands for a day of every cycle. */
const CYCLE_DAYS = 9_000;
const FIRST_FACTOR = 1_000;

const digitsOf = (text: string): number[] => [...text].map(Number);

/**
 * Check digit of the three fields of the line: weights 2 and 1 from the right, digits of products
 * summed.
 */
const mod10 = (text: string): number => {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, index) => {
      const product = digit * (index % 2 === 0 ? 2 : 1);
      return total + (product > 9 ? product - 9 : product);
    }, 0);
  return (10 - (sum % 10)) % 10;
};

/** Check digit of the barcode: weights 2 to 9 from the right; what is no digit becomes 1. */
const mod11 = (text: string): number => {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit === 0 || digit > 9 ? 1 : digit;
};

/**
 * The factor of a due date (ISO): days since 7 October 1997, in four digits that began again at
 * 1000 on 22 February 2025.
 */
export const dueFactor = (dueDate: string): number => {
  const days = Math.round((Date.parse(`${dueDate}T00:00:00Z`) - FACTOR_DAY_ZERO_MS) / DAY_MS);
  return days < FIRST_FACTOR ? days : ((days - FIRST_FACTOR) % CYCLE_DAYS) + FIRST_FACTOR;
};

/** The barcode of its parts, check digit included. */
export const barcodeOf = ({ bank, dueDate, amountCentavos, freeField }: BoletoParts): string => {
  const factor = dueDate === null ? '0000' : dueFactor(dueDate).toString().padStart(4, '0');
  const head = `${bank}9`;
  const tail = `${factor}${amountCentavos.toString().padStart(10, '0')}${freeField}`;
  return `${head}${mod11(head + tail)}${tail}`;
};

/** The line of a barcode. */
export const lineOf = (barcode: string): string => {
  const fields = [
    barcode.slice(0, 4) + barcode.slice(19, 24),
    barcode.slice(24, 34),
    barcode.slice(34, 44),
  ];
  return `${fields.map((field) => `${field}${mod10(field)}`).join('')}${barcode.slice(4, 19)}`;
};

/** What a barcode says; null when it is not 44 digits with the right check digit of a bank slip. */
export const readBarcode = (
  barcode: string,
): { bank: string; factor: number; amountCentavos: number } | null => {
  if (!/^[0-79]\d{43}$/.test(barcode)) return null;
  if (mod11(barcode.slice(0, 4) + barcode.slice(5)) !== Number(barcode[4])) return null;
  return {
    bank: barcode.slice(0, 3),
    factor: Number(barcode.slice(5, 9)),
    amountCentavos: Number(barcode.slice(9, 19)),
  };
};

/** "00190.50095 40144.816069 06809.350314 3 37370000000100": the line as people read it. */
export const formatLine = (line: string): string =>
  line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');

// Masks and validation of the card form. Source: specification section 5; the server validates
// again.
import { addressNeeds } from '@camarim/contract/addresses';
import { ADULT_AGE_YEARS } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { email, required } from '../../../ui/fields/rules.ts';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import { placeOfZip } from './places-by-zip.ts';

export const CARD_FIELDS = [
  'number',
  'expiration',
  'cvv',
  'holderName',
  'holderDocument',
  'holderBirthDate',
  'billingEmail',
  'holderPhoneNumber',
  'billingCountry',
  'billingZip',
  'billingStateCode',
  'billingState',
  'billingCity',
  'billingCounty',
  'billingStreet',
  'billingNumber',
  'legalConsent',
] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardValues = Record<CardField, string>;

/** What the form folds away: data that is known, or that a payment does without. */
export const FOLDED_FIELDS: readonly CardField[] = [
  'holderBirthDate',
  'billingEmail',
  'holderPhoneNumber',
  'billingCountry',
  'billingStateCode',
  'billingState',
  'billingCity',
  'billingCounty',
  'billingStreet',
  'billingNumber',
];

/** Required by other rules than `required`, or not at all. */
const OPTIONAL: ReadonlySet<CardField> = new Set([
  'holderBirthDate',
  'holderPhoneNumber',
  'billingNumber',
  'billingCity',
  'billingState',
  'billingStateCode',
  'billingStreet',
  'billingCounty',
  'billingZip',
  'legalConsent',
]);

/**
 * The address fields that a country requires. The state of a Brazilian address is selected by its
 * code.
 */
const neededOf = ({ billingCountry, billingZip }: CardValues): CardField[] => {
  const { stateCode, zip } = addressNeeds(billingCountry);
  return [
    ...(hasUnknownPlace({ billingCountry, billingZip })
      ? []
      : [...(stateCode ? ['billingStateCode' as const] : []), 'billingCity' as const]),
    ...(zip ? ['billingZip' as const] : []),
  ];
};

/** The postal code says state and city: until it is right, only it is wrong. */
const hasUnknownPlace = ({
  billingCountry,
  billingZip,
}: Pick<CardValues, 'billingCountry' | 'billingZip'>): boolean =>
  billingCountry === 'BR' && placeOfZip(billingZip) === null;

const NUMBER_DIGITS_MAX = 19;
const CODE_DIGITS_MAX = 5;

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Up to 19 digits in groups of four. */
export const maskNumber = (text: string): string =>
  digitsOf(text)
    .slice(0, NUMBER_DIGITS_MAX)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** MM/20YY: the century is inserted. */
export const maskExpiration = (text: string): string => {
  const digits = digitsOf(text);
  const [month, year] = [digits.slice(0, 2), digits.slice(2)];
  if (year === '') return month;
  const full = '20'.startsWith(year) || year.startsWith('20') ? year : `20${year}`;
  return `${month}/${full.slice(0, 4)}`;
};

/** A Brazilian postal code: 01310-100. */
export const maskZip = (text: string): string =>
  digitsOf(text)
    .slice(0, 8)
    .replace(/^(\d{5})(\d)/, '$1-$2');

export const maskCode = (text: string): string => digitsOf(text).slice(0, CODE_DIGITS_MAX);
export const maskDate = (text: string): string =>
  digitsOf(text)
    .slice(0, 8)
    .replace(/^(\d{2})(\d)/, '$1/$2')
    .replace(/^(\d{2}\/\d{2})(\d)/, '$1/$2');
export const maskCpf = (text: string): string =>
  digitsOf(text)
    .slice(0, 11)
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2');

/** Masks up to eleven digits as a CPF, and longer or alphanumeric text as a CNPJ. */
export const maskDocument = (text: string): string => {
  const characters = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 14);
  if (/^\d{0,11}$/.test(characters)) return maskCpf(characters);
  return characters
    .replace(/^(.{2})(.)/, '$1.$2')
    .replace(/^(.{6})(.)/, '$1.$2')
    .replace(/^(.{10})(.)/, '$1/$2')
    .replace(/^(.{15})(.)/, '$1-$2');
};

/** Luhn check digit of a card number. */
export const hasValidCheckDigit = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0) %
    10 ===
  0;

/** Check digits of a CPF. */
export const isCpf = (text: string): boolean => {
  const digits = digitsOf(text);
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return [9, 10].every((count) => {
    const sum = digits
      .slice(0, count)
      .split('')
      .reduce((total, digit, index) => total + Number(digit) * (count + 1 - index), 0);
    return ((sum * 10) % 11) % 10 === Number(digits[count]);
  });
};

/** CPF or CNPJ without punctuation. */
export const documentOf = (text: string): string => text.toUpperCase().replaceAll(/[.\-/\s]/g, '');
/** Only the server verifies the check digits of a CNPJ. */
export const isDocument = (text: string): boolean =>
  isCpf(text) || /^[0-9A-Z]{12}\d{2}$/.test(documentOf(text));

const isFuture = (text: string, now: Date): boolean => {
  const found = /^(0[1-9]|1[0-2])\/(20\d\d)$/.exec(text);
  return found !== null && new Date(Number(found[2]), Number(found[1]), 1) > now;
};

/** Rejects dates that do not exist, such as 31 February. */
const dayOf = (text: string): Date | null => {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!found) return null;
  const [day, month, year] = found.slice(1).map(Number) as [number, number, number];
  const date = new Date(year, month - 1, day);
  return date.getDate() === day && date.getMonth() === month - 1 && year > 1900 ? date : null;
};

const birthDateError = (text: string, now: Date): string | undefined => {
  const born = dayOf(text);
  if (!born) return m.validate_invalid();
  const adultAt = new Date(born.getFullYear() + ADULT_AGE_YEARS, born.getMonth(), born.getDate());
  return adultAt <= now ? undefined : m.request_adult_only();
};

const PHONE = /^\+?[\d\s().-]{8,25}$/;

const fieldProblem = <Name extends string>(
  name: Name,
  sentence: string | undefined,
): { [K in Name]?: string } =>
  sentence === undefined ? {} : ({ [name]: sentence } as { [K in Name]?: string });
const invalidUnless = (fine: boolean): string | undefined =>
  fine ? undefined : m.validate_invalid();

/** Contact fields of the holder of a card or PicPay account. */
export const contactErrors = (
  values: Pick<CardValues, 'holderDocument' | 'billingEmail' | 'holderPhoneNumber'>,
  brazilian: boolean,
) => ({
  ...fieldProblem('holderDocument', invalidUnless(!brazilian || isDocument(values.holderDocument))),
  ...email('billingEmail', values.billingEmail),
  ...fieldProblem('holderPhoneNumber', invalidUnless(PHONE.test(values.holderPhoneNumber.trim()))),
});

/**
 * Street, district and number are not known from a postal code: the specification's word for none.
 */
const NO_LINE = 'S/N';

/** The complete address that the contract requires, with what was left out. */
export const completedAddress = (values: CardValues) => ({
  billingStreet: values.billingStreet.trim() || NO_LINE,
  billingNumber: values.billingNumber.trim() || NO_LINE,
  billingCounty:
    values.billingCounty.trim() || (addressNeeds(values.billingCountry).county ? NO_LINE : ''),
});

/**
 * `codeSize`: length of the brand's security code; null while the brand is unknown. `phoneNeeded`:
 * 3-D Secure asks for it.
 */
export const cardErrors = (
  values: CardValues,
  brand: { lengths: number[]; codeSize: number } | null,
  now: Date,
  phoneNeeded = false,
): FieldErrors<CardField> => {
  const number = digitsOf(values.number);
  const brazilian = values.billingCountry === 'BR';
  const { holderPhoneNumber, ...contact } = contactErrors(values, brazilian);
  const phone = fieldProblem('holderPhoneNumber', holderPhoneNumber);
  return {
    ...contact,
    ...((phoneNeeded || values.holderPhoneNumber.trim() !== '') && phone),
    ...fieldProblem(
      'billingZip',
      invalidUnless(!brazilian || placeOfZip(values.billingZip) !== null),
    ),
    ...fieldProblem(
      'number',
      brand
        ? invalidUnless(brand.lengths.includes(number.length) && hasValidCheckDigit(number))
        : m.card_brand_unknown(),
    ),
    ...fieldProblem('expiration', invalidUnless(isFuture(values.expiration, now))),
    ...fieldProblem('cvv', invalidUnless(values.cvv.length === (brand?.codeSize ?? 3))),
    ...fieldProblem(
      'holderBirthDate',
      values.holderBirthDate === '' ? undefined : birthDateError(values.holderBirthDate, now),
    ),
    ...[...CARD_FIELDS.filter((name) => !OPTIONAL.has(name)), ...neededOf(values)].reduce(
      (all, name) => ({ ...all, ...required(name, values[name]) }),
      {},
    ),
    ...fieldProblem(
      'legalConsent',
      values.legalConsent === '' ? m.card_consent_missing() : undefined,
    ),
  };
};

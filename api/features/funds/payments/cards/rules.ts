// Validation of a payment holder's data, without external calls. Source: specification section 5.
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { addressNeeds } from '@camarim/contract/addresses';
import type { FieldError } from '@camarim/contract/errors';
import { ADULT_AGE_YEARS } from '@camarim/contract/limits';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type BillingAddress = {
  billingAddress: string;
  billingStreet: string;
  billingNumber: string;
  billingCounty: string;
  billingCity: string;
  billingState: string;
  billingStateCode: string;
  billingZip: string;
  billingCountry: string;
};

/** The sealed part of a saved payment. */
export type HolderDetails = {
  /** The name of a PicPay account; a card's full name never leaves the vault. */
  name: string | null;
  document: string;
  email: string;
  /** E.164; empty where a card's holder gave none. */
  phone: string;
  /** YYYY-MM-DD. */
  birthDate: string | null;
  address: BillingAddress | null;
};

/** Verifies check digits; a CNPJ may be alphanumeric since 2026. */
export const isBrazilianDocument = (document: string): boolean =>
  document.length === 11
    ? isValidCpf(document)
    : document.length === 14 && isValidCnpj(document, { version: 2 });

/** E.164, or null when there is no such phone. Without + it is a Brazilian one. */
export const phoneOf = (input: string): string | null => {
  const parsed = parsePhoneNumberFromString(input, 'BR');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
};

/** Strictly DD/MM/YYYY; null when it is empty or the day does not exist. */
export const birthDateOf = (written: string): Temporal.PlainDate | null => {
  if (written === '') return null;
  const [day, month, year] = written.split('/').map(Number) as [number, number, number];
  try {
    return Temporal.PlainDate.from({ day, month, year }, { overflow: 'reject' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

const isAdult = (born: Temporal.PlainDate, today: Temporal.PlainDate): boolean =>
  born.year > today.year - 120 &&
  Temporal.PlainDate.compare(born.add({ years: ADULT_AGE_YEARS }), today) <= 0;

type Contact = { holderDocument: string; holderPhoneNumber: string };

/** Errors of the contact data by field. A card's phone may be empty. */
export const contactFaults = (
  { holderDocument, holderPhoneNumber }: Contact,
  country: string,
): Record<string, FieldError> => ({
  ...(country === 'BR' &&
    !isBrazilianDocument(holderDocument) && {
      holderDocument: { code: 'validate.invalid' as const },
    }),
  ...(holderPhoneNumber !== '' &&
    phoneOf(holderPhoneNumber) === null && {
      holderPhoneNumber: { code: 'validate.invalid' as const },
    }),
});

/** A card's holder may leave the date out: they confirm their age with each payment. */
export const birthDateFaults = (
  written: string,
  today: Temporal.PlainDate,
): Record<string, FieldError> => {
  if (written === '') return {};
  const born = birthDateOf(written);
  if (!born) return { holderBirthDate: { code: 'validate.invalid' } };
  return isAdult(born, today) ? {} : { holderBirthDate: { code: 'validate.adultOnly' } };
};

/**
 * Completes the address line from street and number; a missing number becomes 'S/N'. Null when a
 * part that its country requires is missing.
 */
export const completeAddress = (written: BillingAddress): BillingAddress | null => {
  const billingNumber = written.billingNumber || 'S/N';
  const address = {
    ...written,
    billingNumber,
    billingAddress: written.billingAddress || `${written.billingStreet}, ${billingNumber}`,
  };
  const { state, stateCode, county, zip } = addressNeeds(written.billingCountry);
  const needed = [
    address.billingStreet,
    address.billingCity,
    address.billingCountry,
    ...(state ? [address.billingState] : []),
    ...(stateCode ? [address.billingStateCode] : []),
    ...(county ? [address.billingCounty] : []),
    ...(zip ? [address.billingZip] : []),
  ];
  return needed.every((part) => part !== '') ? address : null;
};

/** A card is valid to the end of its month, in UTC. */
export const isExpired = (expires: string, now: Date): boolean =>
  expires < now.toISOString().slice(0, 7);

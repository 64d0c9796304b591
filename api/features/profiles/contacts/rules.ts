// Pure rules of phones and addresses.
import type { FieldError } from '@camarim/contract/errors';
import { getStates, isValidCep } from '@brazilian-utils/brazilian-utils';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isCountry } from '../../../platform/http/countries.ts';
import { cityOf } from './cities.ts';

/** A person's contact data; unknown fields are empty. */
export type Contacts = {
  /** E.164. */
  celphone: string;
  phone: string;
  addressLineOne: string;
  street: string;
  number: string;
  county: string;
  city: string;
  state: string;
  stateCode: string;
  /** Digits alone in Brazil. */
  zip: string;
  country: string;
};

export const NO_CONTACTS: Contacts = {
  celphone: '',
  phone: '',
  addressLineOne: '',
  street: '',
  number: '',
  county: '',
  city: '',
  state: '',
  stateCode: '',
  zip: '',
  country: 'BR',
};

type Faults = Record<string, FieldError>;
type ContactsCheck = { contacts: Contacts; faults: Faults };

const NO_NUMBER = 'S/N';
const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** The number as E.164; null when it is invalid. A number without + is Brazilian. */
const phoneOf = (written: string, kind: 'mobile' | 'any'): string | null => {
  const parsed = parsePhoneNumberFromString(written, 'BR');
  if (!parsed?.isValid() || parsed.ext) return null;
  return kind === 'any' || MOBILE.has(parsed.getType()) ? parsed.number : null;
};

const checkPhones = ({
  celphone,
  phone,
}: Contacts): { phones: Pick<Contacts, 'celphone' | 'phone'>; faults: Faults } => {
  const phones = {
    celphone: celphone && phoneOf(celphone, 'mobile'),
    phone: phone && phoneOf(phone, 'any'),
  };
  const faults: Faults = {};
  if (phones.celphone === null) faults['celphone'] = { code: 'validate.invalid' };
  if (phones.phone === null) faults['phone'] = { code: 'validate.invalid' };
  return {
    phones: { celphone: phones.celphone ?? celphone, phone: phones.phone ?? phone },
    faults,
  };
};

/** In Brazil the state's name follows from its code, so it does not count as an address. */
const hasAddress = ({
  addressLineOne,
  street,
  number,
  county,
  city,
  state,
  stateCode,
  zip,
  country,
}: Contacts): boolean =>
  [
    addressLineOne,
    street,
    county,
    city,
    stateCode,
    zip,
    country === 'BR' ? '' : state,
    number === NO_NUMBER ? '' : number,
  ].some((part) => part !== '');

const missing = (contacts: Contacts, names: readonly (keyof Contacts)[]): Faults =>
  Object.fromEntries(
    names
      .filter((name) => contacts[name] === '')
      .map((name) => [name, { code: 'validate.required' }]),
  );

const checkBrazilianAddress = (contacts: Contacts): ContactsCheck => {
  const stateCode = contacts.stateCode.toUpperCase();
  const state = getStates().find(({ code }) => code === stateCode);
  const city = cityOf({ city: contacts.city, stateCode });
  const zip = contacts.zip.replaceAll(/\D/g, '');
  const faults: Faults = {
    ...(!isValidCep(zip) && { zip: { code: 'validate.invalid' as const } }),
    ...(!state && { stateCode: { code: 'validate.invalid' as const } }),
    ...(state && city === null && { city: { code: 'validate.invalid' as const } }),
    ...missing(contacts, ['street', 'zip', 'city', 'stateCode']),
  };
  return {
    contacts: {
      ...contacts,
      stateCode,
      state: state?.name ?? '',
      city: city ?? contacts.city,
      zip,
    },
    faults,
  };
};

/**
 * Source: specification section 5: an address contains street, zip, city, state and country; a
 * missing number is 'S/N'.
 */
const checkAddress = (contacts: Contacts): ContactsCheck => {
  if (!isCountry(contacts.country))
    return { contacts, faults: { country: { code: 'validate.invalid' } } };
  if (!hasAddress(contacts)) {
    const { celphone, phone, country } = contacts;
    return { contacts: { ...NO_CONTACTS, celphone, phone, country }, faults: {} };
  }
  const numbered = { ...contacts, number: contacts.number || NO_NUMBER };
  return numbered.country === 'BR'
    ? checkBrazilianAddress(numbered)
    : { contacts: numbered, faults: missing(numbered, ['street', 'zip', 'city', 'state']) };
};

/** Merges the edits, normalises the result as it is stored, and lists the errors by field. */
export const checkContacts = (before: Contacts, edits: Partial<Contacts>): ContactsCheck => {
  const merged = { ...before, ...edits };
  const { phones, faults: phoneFaults } = checkPhones(merged);
  const { contacts, faults } = checkAddress({ ...merged, ...phones });
  return { contacts, faults: { ...phoneFaults, ...faults } };
};

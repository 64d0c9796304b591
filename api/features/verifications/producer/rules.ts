// Pure rules of producer requests: stages, age, CPF, phone and address.
import { ADULT_AGE_YEARS } from '@camarim/contract/limits';
import type { FieldError } from '@camarim/contract/errors';
import { SAO_PAULO } from '@camarim/contract/time';
import {
  getStates,
  isValidCep,
  isValidCpf,
  isValidMobilePhone,
} from '@brazilian-utils/brazilian-utils';
import { type ProducerStage, cityOf } from '../../profiles/index.ts';

/** The sealed part: who the person is. */
export type Person = {
  fullName: string;
  /** CPF, digits. */
  document: string;
  celphone: string;
  /** YYYY-MM-DD */
  birthDate: string;
  street: string;
  number: string;
  addressLineTwo: string;
  county: string;
  city: string;
  stateCode: string;
  zip: string;
  country: 'BR';
};

/**
 * Members and people with a rejected request may submit one. Suspended producers can only appeal.
 */
export const canRequestAt = (stage: ProducerStage): boolean =>
  stage === 'member' || stage === 'rejected';

/**
 * Open and rejected requests can be withdrawn; an approved or suspended producer can't undo their
 * stage.
 */
export const canWithdrawAt = (stage: ProducerStage): boolean =>
  stage === 'requested' || stage === 'rejected';

/** Day of the calendar in São Paulo, as YYYY-MM-DD. */
const dayOf = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: SAO_PAULO, dateStyle: 'short' }).format(now);

/** Whole years on that day; a birthday counts from its first minute in São Paulo. */
const ageAt = (birthDate: string, now: Date): number => {
  const [year = 0, ...monthDay] = dayOf(now).split('-').map(Number);
  const [birthYear = 0, ...birthMonthDay] = birthDate.split('-').map(Number);
  const before =
    (monthDay[0] ?? 0) * 100 + (monthDay[1] ?? 0) <
    (birthMonthDay[0] ?? 0) * 100 + (birthMonthDay[1] ?? 0);
  return year - birthYear - (before ? 1 : 0);
};

const OLDEST_YEARS = 120;

/** National number of a Brazilian mobile phone, with or without 55 in front. */
const nationalNumber = (digits: string): string =>
  digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;

/** Errors by field of birth date (an adult), CPF and full name; empty when all are valid. */
export const identityFaultsOf = (
  { birthDate, document, fullName }: Pick<Person, 'birthDate' | 'document' | 'fullName'>,
  now: Date,
): Record<string, FieldError> => {
  const faults: Record<string, FieldError> = {};
  const age = ageAt(birthDate, now);
  if (age < ADULT_AGE_YEARS) faults['birthDate'] = { code: 'validate.adultOnly' };
  else if (age > OLDEST_YEARS) faults['birthDate'] = { code: 'validate.invalid' };
  if (!isValidCpf(document)) faults['document'] = { code: 'validate.invalid' };
  if (!/\S\s+\S/.test(fullName)) faults['fullName'] = { code: 'validate.invalid' };
  return faults;
};

/** Errors by field; empty when all are valid. */
export const faultsOf = (person: Person, now: Date): Record<string, FieldError> => {
  const faults = identityFaultsOf(person, now);
  if (!isValidMobilePhone(nationalNumber(person.celphone)))
    faults['celphone'] = { code: 'validate.invalid' };
  if (!isValidCep(person.zip)) faults['zip'] = { code: 'validate.invalid' };
  if (!getStates().some(({ code }) => code === person.stateCode))
    faults['stateCode'] = { code: 'validate.invalid' };
  else if (cityOf(person) === null) faults['city'] = { code: 'validate.invalid' };
  return faults;
};

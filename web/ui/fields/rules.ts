// Client-side validation of account forms. Each rule returns `{ field: message }`, or an empty
// object.
import { m } from '../../paraglide/messages.js';

type FieldProblem<Name extends string> = { [K in Name]?: string };
const fieldProblem = <Name extends string>(name: Name, sentence: string): FieldProblem<Name> =>
  ({ [name]: sentence }) as FieldProblem<Name>;
const NO_PROBLEM = {};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const NICKNAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;

export const required = <Name extends string>(name: Name, value: string): FieldProblem<Name> =>
  value.trim() === '' ? fieldProblem(name, m.validate_required()) : NO_PROBLEM;

export const email = <Name extends string>(name: Name, value: string): FieldProblem<Name> => {
  if (value.trim() === '') return required(name, value);
  return EMAIL.test(value.trim()) ? NO_PROBLEM : fieldProblem(name, m.validate_email());
};

export const equal = <Name extends string>(
  name: Name,
  value: string,
  other: string,
  sentence: string,
): FieldProblem<Name> => (value === other ? NO_PROBLEM : fieldProblem(name, sentence));

export const length = <Name extends string>(
  name: Name,
  value: string,
  min: number,
  max: number,
): FieldProblem<Name> => {
  const size = value.trim().length;
  if (size < min) return fieldProblem(name, m.validate_min({ min }));
  return size > max ? fieldProblem(name, m.validate_max({ max })) : NO_PROBLEM;
};

export const nickname = <Name extends string>(name: Name, value: string): FieldProblem<Name> =>
  NICKNAME.test(value.trim()) ? NO_PROBLEM : fieldProblem(name, m.validate_username());

/** A whole number within a range, as it was typed. */
export const between = <Name extends string>(
  name: Name,
  value: string,
  min: number,
  max: number,
): FieldProblem<Name> =>
  /^\d{1,6}$/.test(value.trim()) && Number(value) >= min && Number(value) <= max
    ? NO_PROBLEM
    : fieldProblem(name, m.plan_between({ min, max }));

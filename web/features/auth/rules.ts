// What a form may find wrong by itself, before asking. Each answers `{ field: sentence }`, or
// nothing.
import { m } from '../../paraglide/messages.js';

type Wrong<Name extends string> = { [K in Name]?: string };
const wrong = <Name extends string>(name: Name, sentence: string): Wrong<Name> =>
  ({ [name]: sentence }) as Wrong<Name>;
const fine = {};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const NICKNAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;

export const required = <Name extends string>(name: Name, value: string): Wrong<Name> =>
  value.trim() === '' ? wrong(name, m.validate_required()) : fine;

export const email = <Name extends string>(name: Name, value: string): Wrong<Name> =>
  EMAIL.test(value.trim()) ? fine : wrong(name, m.validate_email());

export const equal = <Name extends string>(
  name: Name,
  value: string,
  other: string,
  sentence: string,
): Wrong<Name> => (value === other ? fine : wrong(name, sentence));

export const length = <Name extends string>(
  name: Name,
  value: string,
  min: number,
  max: number,
): Wrong<Name> => {
  const size = value.trim().length;
  if (size < min) return wrong(name, m.validate_min({ min }));
  return size > max ? wrong(name, m.validate_max({ max })) : fine;
};

export const nickname = <Name extends string>(name: Name, value: string): Wrong<Name> =>
  NICKNAME.test(value.trim()) ? fine : wrong(name, m.validate_username());

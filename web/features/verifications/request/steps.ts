// The steps of the request, the fields of each, and the client-side validation.
import { ADULT_AGE_YEARS, DOMAIN_NAME_MAX, DOMAIN_NAME_MIN } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { length, nickname, required } from '../../../ui/fields/rules.ts';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import { isCpf } from '../../funds/index.ts';

export const STEPS = [
  { key: 'person', fields: ['nickname', 'fullName', 'document', 'birthDate', 'celphone'] },
  {
    key: 'address',
    fields: ['zip', 'stateCode', 'city', 'county', 'street', 'number', 'addressLineTwo'],
  },
  { key: 'documents', fields: ['documentFrontKey', 'documentBackKey', 'selfieKey'] },
  { key: 'contract', fields: ['acceptedContract'] },
] as const;

export type FieldName = (typeof STEPS)[number]['fields'][number];
export type Values = Record<FieldName, string>;

export const FIELDS: readonly FieldName[] = STEPS.flatMap(
  ({ fields }) => fields as readonly FieldName[],
);
const OPTIONAL: ReadonlySet<FieldName> = new Set(['number', 'addressLineTwo']);

/** The day that many years before today, in the format of a date field. */
const yearsAgo = (years: number): string => {
  const now = new Date();
  return `${now.getFullYear() - years}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
};

const CPF_DIGITS = 11;

const cpfError = (text: string): FieldErrors<FieldName> => {
  if (text.replaceAll(/\D/g, '').length !== CPF_DIGITS)
    return { document: m.request_cpf_invalid() };
  return isCpf(text) ? {} : { document: m.request_cpf_unknown() };
};

const errorsOf = (values: Values): FieldErrors<FieldName> => ({
  ...(values.birthDate > yearsAgo(ADULT_AGE_YEARS) && { birthDate: m.request_adult_only() }),
  ...cpfError(values.document),
  ...nickname('nickname', values.nickname),
  ...length('nickname', values.nickname, DOMAIN_NAME_MIN, DOMAIN_NAME_MAX),
  ...FIELDS.filter((name) => !OPTIONAL.has(name)).reduce(
    (all, name) => ({ ...all, ...required(name, values[name]) }),
    {},
  ),
  ...(values.acceptedContract === '' && { acceptedContract: m.request_contract_missing() }),
});

/** Validation errors of this step and the ones before it. */
export const errorsUpTo = (step: number, values: Values): FieldErrors<FieldName> => {
  const shown = new Set<string>(
    STEPS.slice(0, step + 1).flatMap(({ fields }) => fields as readonly string[]),
  );
  return Object.fromEntries(
    Object.entries(errorsOf(values)).filter(([name]) => shown.has(name)),
  ) as FieldErrors<FieldName>;
};

/** The first step with an error; -1 without one. */
export const stepOf = (errors: FieldErrors<FieldName>): number =>
  STEPS.findIndex(({ fields }) => fields.some((name) => errors[name]));

export const stepName = (key: (typeof STEPS)[number]['key']): string =>
  ({
    person: m.request_step_person,
    address: m.request_step_address,
    documents: m.request_step_documents,
    contract: m.request_step_contract,
  })[key]();

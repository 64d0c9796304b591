// The fields of the profile form, and their conversion to the request body.
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import type { Gender, Locale } from '@camarim/contract/limits';

export type Edits = BodyInput<Routes['PUT /profiles']>;

const TEXTS = [
  'exibitionName',
  'about',
  'celphone',
  'phone',
  'country',
  'zip',
  'stateCode',
  'state',
  'city',
  'county',
  'street',
  'number',
  'addressLineOne',
] as const;

export const FIELDS = [
  'headerImageKey',
  'profileImageKey',
  'defaultLanguage',
  'enableComments',
  'gender',
  ...TEXTS,
] as const;
export type FieldName = (typeof FIELDS)[number];

/** Value of a picture's field for a removed picture; empty means unchanged. */
export const REMOVED = 'removed';

/** Value of a picture's field during its upload. */
export const SENDING = 'sending';

const keyOf = (value: string): string | null | undefined =>
  value === '' ? undefined : value === REMOVED ? null : value;

/** Sends every field on the screen: an emptied field is cleared. */
export const editsOf = (values: Record<FieldName, string>, producer: boolean): Edits => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, values[name]])) as Record<
    (typeof TEXTS)[number],
    string
  >),
  defaultLanguage: values.defaultLanguage as Locale,
  gender: values.gender === '' ? null : (values.gender as Gender),
  profileImageKey: keyOf(values.profileImageKey),
  headerImageKey: keyOf(values.headerImageKey),
  // Only producers can turn comments off.
  ...(producer && { settings: { enableComments: values.enableComments !== '' } }),
});

/** Formats Brazilian phone numbers nationally, others with their country code. */
export const showPhone = (phone: string | null): string =>
  (phone ?? '').replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');

export const showZip = (zip: string, country: string): string =>
  country === 'BR' ? zip.replace(/^(\d{5})(\d{3})$/, '$1-$2') : zip;

// The fields of the profile form, and what they say to the server.
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

/** What a picture's field says when its picture is to go; empty means that it stays. */
export const REMOVED = 'removed';

/** And while it is on its way. */
export const SENDING = 'sending';

const keyOf = (value: string): string | null | undefined =>
  value === '' ? undefined : value === REMOVED ? null : value;

/** Everything on the screen is sent: what was emptied is removed. */
export const editsOf = (values: Record<FieldName, string>, producer: boolean): Edits => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, values[name]])) as Record<
    (typeof TEXTS)[number],
    string
  >),
  defaultLanguage: values.defaultLanguage as Locale,
  gender: values.gender === '' ? null : (values.gender as Gender),
  profileImageKey: keyOf(values.profileImageKey),
  headerImageKey: keyOf(values.headerImageKey),
  // Only producers have comments to turn off.
  ...(producer && { settings: { enableComments: values.enableComments !== '' } }),
});

/** A Brazilian phone as it is written there; others with their country's code. */
export const showPhone = (phone: string | null): string =>
  (phone ?? '').replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');

export const showZip = (zip: string, country: string): string =>
  country === 'BR' ? zip.replace(/^(\d{5})(\d{3})$/, '$1-$2') : zip;

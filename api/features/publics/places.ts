// Countries, and the states and cities of Brazil with IBGE's spelling.
import type { Locale } from '@camarim/contract/limits';
import { COUNTRIES } from '../../platform/http/countries.ts';
import { getCities, getStates } from '@brazilian-utils/brazilian-utils';

export type PlaceOption = { code: string; name: string };

/** Sorted by the locale's collation. */
export const listCountries = (locale: Locale): PlaceOption[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const order = new Intl.Collator(locale);
  return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((left, right) =>
    order.compare(left.name, right.name),
  );
};

export const listStates = (): PlaceOption[] =>
  getStates().map(({ code, name }) => ({ code, name }));

export const listCities = (stateCode: string): string[] => {
  const state = getStates().find(({ code }) => code === stateCode);
  return state ? getCities(state.code) : [];
};

// Names of Brazilian cities, from IBGE's list.
import { getCities, getStates } from '@brazilian-utils/brazilian-utils';

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();

type CityName = { city: string; stateCode: string };

/**
 * The city with IBGE's spelling, found without accents and case; null when the state has no such
 * city.
 */
export const cityOf = ({ city, stateCode }: CityName): string | null => {
  const state = getStates().find(({ code }) => code === stateCode);
  if (!state) return null;
  return getCities(state.code).find((name) => plain(name) === plain(city)) ?? null;
};

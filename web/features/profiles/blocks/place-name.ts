// The name of a blocked place for people: its city, its state or its country.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { countriesQuery } from '../../publics/index.ts';
import type { GeoBlock } from './queries.ts';

/** Names a country by its code, which stands until the names are loaded. */
export const useCountryName = (): ((code: string) => string) => {
  const { data: countries } = useQuery(countriesQuery());
  return (code) => countries?.find((country) => country.code === code)?.name ?? code;
};

type BlockedPlace = Pick<GeoBlock, 'countryCode' | 'state' | 'stateCode' | 'city'>;

export const usePlaceName = (): ((place: BlockedPlace) => string) => {
  const countryName = useCountryName();
  return ({ countryCode, state, stateCode, city }) => {
    if (state === null) return m.geo_whole_country({ country: countryName(countryCode) });
    return city === null ? m.geo_whole_state({ state }) : `${city} (${stateCode})`;
  };
};

// /publics on the wire: what belongs to no other feature.
import { handlers } from '../../platform/http/mount.ts';
import { listCities, listCountries, listStates } from './places.ts';

export const publicsHandlers = () =>
  handlers({
    'GET /publics/countries': async ({ context }) => ({ data: listCountries(context.locale) }),
    'GET /publics/states': async () => ({ data: listStates() }),
    'GET /publics/cities/{stateCode}': async ({ params }) => ({ data: listCities(params.stateCode) }),
  });

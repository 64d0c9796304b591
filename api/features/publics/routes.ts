// /publics on the wire: what belongs to no other feature.
import { handlers } from '../../platform/http/mount.ts';
import { listCities, listCountries, listStates } from './places.ts';
import { viewFaqs, viewPolicies } from './policies.ts';

export const publicsHandlers = () =>
  handlers({
    'GET /publics/countries': async ({ context }) => ({ data: listCountries(context.locale) }),
    'GET /publics/states': async () => ({ data: listStates() }),
    'GET /publics/cities/{stateCode}': async ({ params }) => ({ data: listCities(params.stateCode) }),
    'GET /publics/policies': async ({ query, context }) => ({ data: viewPolicies(context.locale, query.name) }),
    'GET /publics/faqs/{all}/{product}': async ({ params, context }) => ({ data: viewFaqs(context.locale, params.all, params.product) }),
  });

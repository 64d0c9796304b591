// Routes of /publics that belong to no other feature.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { viewFaqs } from './faqs.ts';
import { viewPersonalData } from './personal-data.ts';
import { listCities, listCountries, listStates } from './places.ts';
import { acceptVersion, viewPolicies, viewVersion, viewVersions } from './policies.ts';

export const publicsHandlers = (ctx: Ctx, { personalData }: Pick<Services, 'personalData'>) =>
  handlers({
    'GET /publics/countries': async ({ context }) => ({ data: listCountries(context.locale) }),
    'GET /publics/states': async () => ({ data: listStates() }),
    'GET /publics/cities/{stateCode}': async ({ params }) => ({
      data: listCities(params.stateCode),
    }),
    'GET /publics/policies': async ({ query, context }) => ({
      data: await viewPolicies(ctx, context.locale, query.name),
    }),
    'GET /publics/policies/{name}/versions': async ({ params }) => ({
      data: await viewVersions(ctx, params.name),
    }),
    'GET /publics/policies/{name}/versions/{version}': async ({ params, context }) => ({
      data: await viewVersion(ctx, context.locale, params.name, params.version),
    }),
    'GET /publics/personal-data': async ({ context }) => ({
      data: viewPersonalData(ctx, context.locale, personalData.entries),
    }),
    'POST /profiles/policies': async ({ body, viewer }) => {
      await acceptVersion(ctx, viewer.profileId, body.name, body.version);
      return { data: null };
    },
    'GET /publics/faqs/{all}/{product}': async ({ params, context }) => ({
      data: viewFaqs(context.locale, params.all, params.product),
    }),
  });

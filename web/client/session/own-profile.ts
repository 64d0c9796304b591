// The viewer's own profile, with its private fields.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../api/api.ts';

export type OwnProfile = Data<'GET /profiles/me'>;

/** Begins as the keys of all profiles do: what changes any of them fetches this one again. */
export const ownProfileKey = ['profiles', 'own'] as const;

export const ownProfileQuery = () =>
  queryOptions({
    queryKey: ownProfileKey,
    queryFn: async ({ signal }) => (await call('GET /profiles/me', { signal })).data,
  });

// Policies, their versions, and accepting them: keys and hooks.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import type { User } from '../../../client/session/session.ts';

export type PolicyChange = User['policyChanges'][number];
export type PolicyName = PolicyChange['name'];

/** One version, or the one in force. */
export const policyQuery = (name: PolicyName, version: string | null) =>
  queryOptions({
    queryKey: ['publics', 'policies', name, version],
    queryFn: async ({ signal }) =>
      version === null
        ? ((await call('GET /publics/policies', { query: { name }, signal })).data[0] ?? null)
        : (
            await call('GET /publics/policies/{name}/versions/{version}', {
              params: { name, version },
              signal,
              handled: [400, 404],
            })
          ).data,
  });

/** The newest first. */
export const versionsQuery = (name: PolicyName) =>
  queryOptions({
    queryKey: ['publics', 'policies', name, 'versions'],
    queryFn: async ({ signal }) =>
      (await call('GET /publics/policies/{name}/versions', { params: { name }, signal })).data,
  });

export const acceptPolicy = async (changes: readonly PolicyChange[]): Promise<void> => {
  for (const { name, version } of changes)
    await call('POST /profiles/policies', { body: { name, version } });
};

/** What is held of people, why, and what becomes of it. */
export const personalDataQuery = queryOptions({
  queryKey: ['publics', 'personal-data'],
  queryFn: async ({ signal }) => (await call('GET /publics/personal-data', { signal })).data,
});
export type PersonalDataEntry = Awaited<
  ReturnType<NonNullable<typeof personalDataQuery.queryFn>>
>[number];

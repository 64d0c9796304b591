// Legal holds: keys and calls.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../client/api/api.ts';
import { nextOffset } from '../../client/next-offset.ts';
import { withStepUp } from '../auth/index.ts';

export type LegalHold = Data<'GET /dsb/legal-holds'>[number];
export type OwnerId = NonNullable<
  NonNullable<CallInput<'GET /dsb/legal-holds'>['query']>['ownerId']
>;

const HANDLED = [400, 403, 404, 409];

const all = ['dsb', 'legal-holds'] as const;
const PAGE = 20;

/** All legal holds, newest first. */
export const allHoldsQuery = (search: string, released: boolean) =>
  infiniteQueryOptions({
    queryKey: [...all, 'all', search, released],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/legal-holds', {
          query: {
            ...(search && { search }),
            released: String(released) as never,
            limit: PAGE,
            offset: pageParam,
          },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(PAGE),
  });

/** Legal holds in force on data of one person. */
export const legalHoldsQuery = (ownerId: OwnerId) =>
  queryOptions({
    queryKey: [...all, ownerId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /dsb/legal-holds', {
          query: { ownerId, limit: 50, offset: 0 },
          signal,
        })
      ).data,
  });

export const placeLegalHold = (body: CallInput<'POST /dsb/legal-holds'>['body']) =>
  withStepUp(() => call('POST /dsb/legal-holds', { body, handled: HANDLED }));

/** False while another person has to agree. */
export const releaseLegalHold = async (id: string, reason: string): Promise<boolean> => {
  const { data } = await withStepUp(() =>
    call('POST /dsb/legal-holds/{id}/release', {
      params: { id },
      body: { reason },
      handled: HANDLED,
    }),
  );
  return data.released;
};

/**
 * Places a hold, or releases one, and reads the lists again. `onChanged` belongs to the mutation:
 * the refreshed list removes the card before its own. It gets whether the change is in force, or
 * another person has to agree.
 */
export const useChangeHold = (onChanged?: (inForce: boolean) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (
      change:
        | { release: LegalHold['id']; reason: string }
        | { place: CallInput<'POST /dsb/legal-holds'>['body'] },
    ) => {
      if (!('place' in change)) return releaseLegalHold(change.release, change.reason);
      await placeLegalHold(change.place);
      return true;
    },
    onSuccess: (inForce) => onChanged?.(inForce),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};

// The team: its query, its changes, and accepting an invitation.
import type { StaffRole } from '@camarim/contract/staff';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { withStepUp } from '../auth/index.ts';

export type Team = Data<'GET /dsb/team'>;
export type TeamPerson = Team['people'][number];
export type TeamInvitation = Team['invitations'][number];

const KEY = ['dsb', 'team'] as const;
const HANDLED = [400, 403, 404, 409];

export const teamQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('GET /dsb/team', { signal })).data,
  });

const useTeamChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp(() => change(input)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
};

export const useInvite = () =>
  useTeamChange((body: { email: string; role: StaffRole }) =>
    call('POST /dsb/team/invitations', { body, handled: HANDLED }),
  );

export const useWithdraw = () =>
  useTeamChange((id: string) =>
    call('DELETE /dsb/team/invitations/{id}', { params: { id }, handled: HANDLED }),
  );

export const useChangeRole = () =>
  useTeamChange(({ id: userId, role }: Pick<TeamPerson, 'id' | 'role'>) =>
    call('PUT /dsb/team/{userId}', { params: { userId }, body: { role }, handled: HANDLED }),
  );

export const useRemovePerson = () =>
  useTeamChange((userId: TeamPerson['id']) =>
    call('DELETE /dsb/team/{userId}', { params: { userId }, body: {}, handled: HANDLED }),
  );

export const joinTeam = (token: string) =>
  call('POST /team/join', { body: { token }, handled: HANDLED });

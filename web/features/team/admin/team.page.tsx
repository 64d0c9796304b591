// /dsb/team: the people who operate the installation, their roles, and invitations.
import { STAFF_ROLES } from '@camarim/contract/staff';
import { MINUTE_MS } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import {
  AdminCard,
  adminMeta,
  AdminPage,
  AdminSection,
  adminStyles as styles,
  requireStaff,
  staffClientLoader,
  WithRight,
} from '../../dsb/index.ts';
import { type TeamInvitation, teamQuery, useWithdraw } from '../queries.ts';
import { ROLE_TEXTS } from '../roles.ts';
import { InviteForm } from './InviteForm.tsx';
import { PersonRow } from './PersonRow.tsx';
import team from './team.module.css';

export const loader = async () => requireStaff(await requestScope().user(), 'team.read');
export const clientLoader = staffClientLoader('team.read');
export const meta = () => adminMeta(m.team_title());

const InvitationRow = ({
  invitation: { id, email, role, invitedBy, expiresAt },
}: {
  invitation: TeamInvitation;
}) => {
  const withdraw = useWithdraw();
  const expired = Date.parse(expiresAt) < useNow(MINUTE_MS);
  const when = formatMoment(expiresAt);
  return (
    <AdminCard>
      <div className={team.row}>
        <div>
          <p className={team.name}>
            <b>{email}</b>
          </p>
          <p className={styles.soft}>
            {m.team_invited_by({ role: ROLE_TEXTS[role].name(), name: invitedBy })} ·{' '}
            {expired ? m.team_expired({ when }) : m.team_expires({ when })}
          </p>
        </div>
        <WithRight right="team.decide">
          <Button
            variant="line"
            loading={withdraw.isPending}
            aria-label={m.team_withdraw_of({ email })}
            onClick={() => withdraw.mutate(id)}
          >
            {m.team_withdraw()}
          </Button>
        </WithRight>
      </div>
    </AdminCard>
  );
};

export default function TeamPage() {
  const { data, isError, isFetching, refetch } = useQuery(teamQuery());
  return (
    <AdminPage title={m.team_title()}>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && (
        <>
          <AdminSection title={m.team_people()}>
            {data.people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </AdminSection>
          <AdminSection title={m.team_invitations()}>
            {data.invitations.length === 0 && (
              <p className={styles.soft}>{m.team_invitations_none()}</p>
            )}
            {data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
            <WithRight right="team.decide">
              <InviteForm />
            </WithRight>
          </AdminSection>
          <AdminSection title={m.team_roles_title()}>
            <DescriptionList
              className={styles.facts}
              items={STAFF_ROLES.map((role) => [ROLE_TEXTS[role].name(), ROLE_TEXTS[role].may()])}
            />
          </AdminSection>
        </>
      )}
    </AdminPage>
  );
}

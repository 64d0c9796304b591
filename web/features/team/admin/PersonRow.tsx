// One person of the team: their role, which an owner changes, and what is missing of their log-in.
import { STAFF_ROLES, type StaffRole } from '@camarim/contract/staff';
import { useState } from 'react';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AdminCard, adminStyles as styles, ProfileLink, useRight } from '../../dsb/index.ts';
import { type TeamPerson, useChangeRole, useRemovePerson } from '../queries.ts';
import { ROLE_TEXTS } from '../roles.ts';
import team from './team.module.css';

const complain = (error: unknown) => {
  if (error instanceof ApiError) showToast(error.message);
};

const Badges = ({ person: { own, secondFactor, blocked } }: { person: TeamPerson }) => (
  <>
    {own && <Badge variant="leaf">{m.team_you()}</Badge>}
    {!secondFactor && <Badge variant="plain">{m.team_no_factor()}</Badge>}
    {blocked && <Badge variant="air">{m.team_blocked()}</Badge>}
  </>
);

const Changes = ({ person: { id, role, profile } }: { person: TeamPerson }) => {
  const change = useChangeRole();
  const remove = useRemovePerson();
  const [removing, setRemoving] = useState(false);
  const name = profile.exibitionName;
  return (
    <div className={team.changes}>
      <Select
        label={m.team_role_of({ name })}
        labelHidden
        value={change.isPending ? change.variables.role : role}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) =>
          change.mutate(
            { id, role: value as StaffRole },
            {
              onSuccess: () => showToast(m.team_role_changed({ name }), 'success'),
              onError: complain,
            },
          )
        }
        options={STAFF_ROLES.map((value) => ({ value, text: ROLE_TEXTS[value].name() }))}
      />
      <Button variant="line" onClick={() => setRemoving(true)}>
        {m.team_remove()}
      </Button>
      {removing && (
        <ConfirmDialog
          title={m.team_remove_title({ name })}
          confirmLabel={m.team_remove()}
          onConfirm={() =>
            remove
              .mutateAsync(id)
              .then(() => showToast(m.team_removed({ name }), 'success'), complain)
          }
          onClose={() => setRemoving(false)}
        >
          {m.team_remove_text()}
        </ConfirmDialog>
      )}
    </div>
  );
};

export const PersonRow = ({ person }: { person: TeamPerson }) => {
  const changes = useRight('team.decide') && !person.own;
  return (
    <AdminCard>
      <div className={team.row}>
        <div>
          <p className={team.name}>
            <ProfileLink profile={person.profile} /> <Badges person={person} />
          </p>
          <p className={styles.soft}>
            {!changes && `${ROLE_TEXTS[person.role].name()} · `}
            {person.lastSeenAt ? (
              <>
                {m.team_seen()} <TimeAgo at={person.lastSeenAt} />
              </>
            ) : (
              m.team_never_seen()
            )}
          </p>
        </div>
        {changes && <Changes person={person} />}
      </div>
    </AdminCard>
  );
};

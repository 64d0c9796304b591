// Invites a person to the team by email, with the role that they will have.
import { STAFF_ROLES, type StaffRole } from '@camarim/contract/staff';
import { useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { adminStyles as styles } from '../../dsb/index.ts';
import { useInvite } from '../queries.ts';
import { ROLE_TEXTS } from '../roles.ts';

/** The role that can harm least comes first. */
const OPTIONS = STAFF_ROLES.toReversed();

export const InviteForm = () => {
  const { mutateAsync } = useInvite();
  const [role, setRole] = useState<StaffRole>('readOnly');
  // Emptied by a new key once the invitation is sent.
  const [sent, setSent] = useState(0);
  const { form, errors, problem, submitting } = useForm({
    names: ['email'],
    submit: async ({ email }) => {
      await mutateAsync({ email: email.trim(), role });
      showToast(m.team_invited({ email }), 'success');
      setSent((count) => count + 1);
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} key={sent} className={styles.form}>
      <TextField
        name="email"
        type="email"
        autoComplete="off"
        label={m.team_invite_email()}
        hint={m.team_invite_note()}
        error={errors.email}
        required
      />
      <Select
        label={m.team_role()}
        hint={ROLE_TEXTS[role].may()}
        value={role}
        onChange={({ currentTarget: { value } }) => setRole(value as StaffRole)}
        options={OPTIONS.map((value) => ({ value, text: ROLE_TEXTS[value].name() }))}
      />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" variant="main" loading={submitting}>
          {m.team_invite()}
        </Button>
      </div>
    </form>
  );
};

// /settings/security: the account's email address, password and second factors.
import { PASSWORD_MAX } from '@camarim/contract/limits';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { EmailField } from '../../../ui/fields/person-fields.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import styles from '../../../ui/layout/account.module.css';
import { changeEmail } from '../queries.ts';
import { factorsQuery, withStepUp } from '../second-factor/queries.ts';
import { SecondFactors } from '../second-factor/SecondFactors.tsx';
import { LinkedAccounts } from '../social/LinkedAccounts.tsx';
import { identitiesQuery } from '../social/queries.ts';
import { email, required } from '../../../ui/fields/rules.ts';

const load = () => loadPage({ optional: [factorsQuery(), identitiesQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_security()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function SecurityPage() {
  return (
    <section className={styles.settings}>
      <h1 className={styles.cardTitle}>{m.menu_security()}</h1>
      <Address />
      <SecondFactors />
      <LinkedAccounts />
      <section className={styles.part}>
        <h2>{m.sessions_title()}</h2>
        <p className={styles.intro}>{m.security_sessions_text()}</p>
        <Link to="/settings/sessions" className={styles.strong}>
          {m.security_sessions_go()}
        </Link>
      </section>
      <section className={styles.part}>
        <h2>{m.export_title()}</h2>
        <p className={styles.intro}>{m.security_data_text()}</p>
        <Link to="/settings/data" className={styles.strong}>
          {m.security_data_go()}
        </Link>
      </section>
      <section className={styles.part}>
        <Link to="/account/remove" className={styles.link}>
          {m.security_remove_go()}
        </Link>
      </section>
    </section>
  );
}

const Address = () => {
  const { user } = useSession();
  const { data: identities } = useQuery(identitiesQuery());
  // An account without a password proves itself by its recent log-in.
  const hasPassword = identities?.password ?? true;
  const [requestedEmail, setRequestedEmail] = useState<string>();
  const { form, errors, problem, submitting } = useForm({
    names: ['email', 'password'] as const,
    check: ({ email: address, password }) => ({
      ...email('email', address),
      ...(hasPassword && required('password', password)),
    }),
    submit: async ({ email: address, password }) => {
      await withStepUp(() => changeEmail({ email: address, ...(hasPassword && { password }) }));
      setRequestedEmail(address.trim());
    },
    explain: explainRefusal,
  });
  return (
    <section className={styles.part}>
      <h2>{m.register_email()}</h2>
      <p className={styles.fact}>
        <span>{user?.email || m.email_none()}</span>
        <Badge variant={user?.emailConfirmed ? 'leaf' : 'plain'}>
          {user?.emailConfirmed ? m.email_confirmed() : m.email_unconfirmed()}
        </Badge>
      </p>
      {requestedEmail !== undefined ? (
        <p role="status" className={styles.intro}>
          {m.email_change_asked({ email: requestedEmail })}
        </p>
      ) : (
        <form {...form} className={styles.form}>
          <EmailField name="email" label={m.email_new()} required error={errors.email} />
          {hasPassword && (
            <PasswordField
              name="password"
              label={m.password_current()}
              autoComplete="current-password"
              maxLength={PASSWORD_MAX}
              required
              error={errors.password}
            />
          )}
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button type="submit" variant="line" loading={submitting}>
            {m.email_change_submit()}
          </Button>
        </form>
      )}
    </section>
  );
};

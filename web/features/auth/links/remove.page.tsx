// /account/remove: explains account removal, requests it, and confirms it with the link of the
// email.
import { useEffect, useState } from 'react';
import { PASSWORD_MAX } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { MailCheck, UserX } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { useDialogAddress } from '../../../client/navigation.ts';
import { forgetSession, useSession } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { EmailField } from '../../../ui/fields/person-fields.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { AccountCard } from '../AccountCard.tsx';
import styles from '../../../ui/layout/account.module.css';
import {
  requestAccountRemoval,
  confirmRemoval,
  linkToken,
  type RemovalTerms,
  removalTermsQuery,
} from '../queries.ts';
import { email, required } from '../../../ui/fields/rules.ts';
import { withStepUp } from '../second-factor/queries.ts';

export const meta = () => [
  { title: `${m.remove_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function RemovePage() {
  const { user } = useSession();
  const [done, setDone] = useState(false);
  // The fragment after `#` exists only in the browser, so it is read after hydration.
  const [linked, setLinked] = useState(false);
  const { hash } = useLocation();
  useEffect(() => setLinked(hash.length > 1), [hash]);

  if (done) {
    return (
      <AccountCard title={m.remove_title()}>
        <EmptyState
          icon={<UserX aria-hidden />}
          title={m.remove_done_title()}
          action={
            <ButtonLink variant="main" to="/" reloadDocument>
              {m.confirm_done_go()}
            </ButtonLink>
          }
        >
          {m.remove_done_text()}
        </EmptyState>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.remove_title()} intro={m.remove_text()}>
      <section className={styles.part}>
        <h2>{m.remove_goes_title()}</h2>
        <p className={styles.intro}>{m.remove_goes()}</p>
      </section>
      <section className={styles.part}>
        <h2>{m.remove_stays_title()}</h2>
        <p className={styles.intro}>{m.remove_stays()}</p>
        <p className={styles.intro}>
          <Link className={styles.link} to="/account/privacy#held-data">
            {m.remove_held()}
          </Link>
        </p>
      </section>
      <section className={styles.part}>
        {linked ? (
          <ConfirmRemoval onDone={() => setDone(true)} />
        ) : user ? (
          <RequestRemoval />
        ) : (
          <LogInFirst />
        )}
      </section>
    </AccountCard>
  );
}

const LogInFirst = () => {
  const login = useDialogAddress('login');
  return (
    <ButtonLink variant="main" to={login} preventScrollReset>
      {m.remove_log_in()}
    </ButtonLink>
  );
};

const RequestRemoval = () => {
  const [sent, setSent] = useState(false);
  const { form, problem, submitting } = useForm({
    names: [],
    submit: async () => {
      await withStepUp(requestAccountRemoval);
      setSent(true);
    },
    explain: explainRefusal,
  });
  if (sent) {
    return (
      <EmptyState icon={<MailCheck aria-hidden />} title={m.forgot_sent_title()}>
        {m.remove_sent()}
      </EmptyState>
    );
  }
  return (
    <form {...form}>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="line" fullWidth loading={submitting}>
        {m.remove_ask()}
      </Button>
    </form>
  );
};

const ConfirmRemoval = ({ onDone }: { onDone: () => void }) => {
  const { data: terms, error } = useQuery(removalTermsQuery(linkToken()));
  if (error)
    return (
      <p role="alert" className={styles.problem}>
        {explainRefusal(error) ?? m.network_failed()}
      </p>
    );
  return terms ? <ConfirmForm terms={terms} onDone={onDone} /> : <Skeleton shape="short" />;
};

const Holdings = ({ terms: { balance, earnings } }: { terms: RemovalTerms }) => (
  <>
    <h2>{m.remove_money_title()}</h2>
    <DescriptionList
      className={styles.terms}
      items={[
        [m.remove_balance(), formatMoney(balance)],
        [m.remove_earnings(), formatMoney(earnings)],
      ]}
    />
    <p className={styles.intro}>{m.remove_money_text()}</p>
  </>
);

const ConfirmForm = ({ terms, onDone }: { terms: RemovalTerms; onDone: () => void }) => {
  const [known, setKnown] = useState(false);
  const [waived, setWaived] = useState(false);
  const money = terms.balance + terms.earnings;
  const { form, errors, problem, submitting } = useForm({
    names: ['email', 'password'] as const,
    check: ({ email: address, password }) => ({
      ...email('email', address),
      ...(terms.password && required('password', password)),
    }),
    submit: async ({ email: address, password }) => {
      await confirmRemoval({
        email: address,
        ...(terms.password && { password }),
        waive: money,
        token: linkToken(),
      });
      forgetSession();
      onDone();
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      {money > 0 && <Holdings terms={terms} />}
      <EmailField name="email" label={m.register_email()} required error={errors.email} />
      {terms.password && (
        <PasswordField
          name="password"
          label={m.login_password()}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors.password}
        />
      )}
      {money > 0 && (
        <Checkbox
          label={m.remove_waive({ value: formatMoney(centavos(money)) })}
          checked={waived}
          onChange={(event) => setWaived(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={m.remove_known()}
        checked={known}
        onChange={(event) => setKnown(event.currentTarget.checked)}
      />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button
        type="submit"
        variant="main"
        fullWidth
        loading={submitting}
        disabled={!known || (money > 0 && !waived)}
      >
        {m.remove_confirm()}
      </Button>
    </form>
  );
};

// /account/team#token: accepts an invitation to the team. Needs a click, because mail filters open
// links. The token survives a log-in in the memory of the tab.
import type { StaffRole } from '@camarim/contract/staff';
import { UserRoundCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { explainRefusal } from '../../client/api/errors.ts';
import { joinAddress, logInFor } from '../../client/session/return-address.ts';
import { INVITATION_TOKEN, useSession } from '../../client/session/session.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import styles from '../../ui/layout/account.module.css';
import { AccountCard } from '../auth/index.ts';
import { joinTeam } from './queries.ts';
import { ROLE_TEXTS } from './roles.ts';

export const meta = () => [
  { title: `${m.team_join_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const PAGE = '/account/team';

/** '-' where there is none, which the server refuses as it refuses a wrong one. */
const keptToken = (): string => window.sessionStorage.getItem(INVITATION_TOKEN) ?? '-'.repeat(20);

const useKeptToken = (): void =>
  useEffect(() => {
    const token = window.location.hash.slice(1);
    if (token !== '') window.sessionStorage.setItem(INVITATION_TOKEN, token);
  }, []);

type Membership = { role: StaffRole; secondFactorNeeded: boolean };

const Done = ({ role, secondFactorNeeded }: Membership) => (
  <EmptyState
    icon={<UserRoundCheck aria-hidden />}
    title={m.team_join_done()}
    action={
      <ButtonLink
        variant="main"
        to={secondFactorNeeded ? '/settings/security' : '/dsb/team'}
        reloadDocument
      >
        {secondFactorNeeded ? m.team_join_security() : m.team_join_open()}
      </ButtonLink>
    }
  >
    {m.team_join_done_text({ role: ROLE_TEXTS[role].name() })}
    {secondFactorNeeded && ` ${m.team_join_factor()}`}
  </EmptyState>
);

const Visitor = () => (
  <AccountCard title={m.team_join_title()} intro={m.team_join_visitor()}>
    <div className={styles.form}>
      <ButtonLink variant="main" fullWidth to={logInFor(PAGE)}>
        {m.team_join_log_in()}
      </ButtonLink>
      <ButtonLink variant="line" fullWidth to={`/${joinAddress('', { page: PAGE })}`}>
        {m.team_join_register()}
      </ButtonLink>
    </div>
  </AccountCard>
);

export default function JoinTeamPage() {
  const { user } = useSession();
  const [joined, setJoined] = useState<Membership>();
  useKeptToken();
  const { form, problem, submitting } = useForm({
    names: [],
    submit: async () => {
      setJoined((await joinTeam(keptToken())).data);
      window.sessionStorage.removeItem(INVITATION_TOKEN);
    },
    explain: explainRefusal,
  });
  if (!user) return <Visitor />;
  if (joined) {
    return (
      <AccountCard title={m.team_join_title()}>
        <Done {...joined} />
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.team_join_title()} intro={m.team_join_text()}>
      <form {...form} className={styles.form}>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.team_join_accept()}
        </Button>
      </form>
    </AccountCard>
  );
}

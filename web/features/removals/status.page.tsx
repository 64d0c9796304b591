// /removal/follow: the state of a removal request, by the link of the email (#token), which also
// confirms it, or by the reference and the address. Confirming needs a click, because mail filters
// open links.
import { EMAIL_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { explainRefusal } from '../../client/api/errors.ts';
import { useHashToken } from '../../client/hash-token.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { DescriptionList } from '../../ui/display/DescriptionList.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { AccountCard } from '../auth/index.ts';
import { confirmRemoval, followRemoval, type RemovalRequest, viewRemoval } from './queries.ts';
import styles from './removals.module.css';

export const meta = () => [
  { title: `${m.removal_follow_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const STATES: Record<RemovalRequest['state'], () => string> = {
  unconfirmed: m.removal_state_unconfirmed,
  waiting: m.removal_state_waiting,
  removed: m.removal_state_removed,
  refused: m.removal_state_refused,
};

const State = ({
  request: {
    reference,
    state,
    createdAt,
    dueAt,
    searched,
    found,
    removed,
    decidedAt,
    reason,
    contest,
  },
}: {
  request: RemovalRequest;
}) => (
  <div className={styles.state}>
    <p role="status" className={styles.strong}>
      {STATES[state]()}
    </p>
    <DescriptionList
      className={styles.facts}
      items={[
        [m.removal_reference(), reference],
        [m.removal_created(), formatMoment(createdAt)],
        ...(dueAt && !decidedAt ? [[m.removal_due(), formatMoment(dueAt)] as const] : []),
        ...(state === 'waiting'
          ? [[m.removal_found(), searched ? String(found) : m.removal_searching()] as const]
          : []),
        ...(state === 'removed' ? [[m.removal_removed(), String(removed)] as const] : []),
        ...(decidedAt ? [[m.removal_decided(), formatMoment(decidedAt)] as const] : []),
        ...(reason ? [[m.removal_reason(), reason] as const] : []),
      ]}
    />
    {contest && (
      <>
        <p className={styles.soft}>{m.removal_refused_hint()}</p>
        <ButtonLink variant="line" to={`/help/contest#${contest}`}>
          {m.contest_submit()}
        </ButtonLink>
      </>
    )}
  </div>
);

const ConfirmForm = ({
  token,
  onConfirmed,
}: {
  token: string;
  onConfirmed: (request: RemovalRequest) => void;
}) => {
  const { form, problem, submitting } = useForm({
    names: [],
    submit: async () => onConfirmed(await confirmRemoval(token)),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <p>{m.removal_confirm_text()}</p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.removal_confirm()}
      </Button>
    </form>
  );
};

const REFRESH_MS = 10_000;

const ByToken = ({ token }: { token: string }) => {
  const [confirmed, setConfirmed] = useState<RemovalRequest>();
  const { data, isError } = useQuery({
    queryKey: ['removal', token, confirmed !== undefined],
    queryFn: () => viewRemoval(token),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' && !state.data.searched ? REFRESH_MS : false,
  });
  const request = data ?? confirmed;
  if (!request && isError) {
    return (
      <EmptyState icon={<Link2Off aria-hidden />} title={m.removal_bad_link_title()}>
        {m.removal_bad_link()}
      </EmptyState>
    );
  }
  if (!request) return <Spinner />;
  return (
    <>
      <State request={request} />
      {request.state === 'unconfirmed' && <ConfirmForm token={token} onConfirmed={setConfirmed} />}
    </>
  );
};

const ByReference = () => {
  const [request, setRequest] = useState<RemovalRequest>();
  const { form, errors, problem, submitting } = useForm({
    names: ['reference', 'email'] as const,
    check: ({ reference, email }) => ({
      ...(reference.trim() === '' && { reference: m.removal_reference_missing() }),
      ...(email.trim() === '' && { email: m.removal_email_missing() }),
    }),
    submit: async (values) => setRequest(await followRemoval(values)),
    explain: explainRefusal,
  });
  return (
    <>
      {request && <State request={request} />}
      <form {...form} className={styles.form}>
        <TextField
          name="reference"
          label={m.removal_reference()}
          hint={m.removal_reference_hint()}
          autoComplete="off"
          maxLength={20}
          error={errors.reference}
        />
        <TextField
          name="email"
          type="email"
          label={m.removal_email()}
          autoComplete="email"
          maxLength={EMAIL_MAX}
          error={errors.email}
        />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.removal_follow_submit()}
        </Button>
      </form>
      <p className={styles.next}>
        <Link to="/removal">{m.removal_new_link()}</Link>
      </p>
    </>
  );
};

export default function FollowRemovalPage() {
  const token = useHashToken();
  return (
    <AccountCard title={m.removal_follow_title()}>
      {token === undefined && <Spinner />}
      {token === '' && <ByReference />}
      {token && <ByToken token={token} />}
    </AccountCard>
  );
}

// /help/contest#token: a person without an account reads why their report or removal request was
// refused, or a blocked person why they are, contests it once, and finds the answer here.
import { HELP_MAX } from '@camarim/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { explainRefusal } from '../../client/api/errors.ts';
import { useHashToken } from '../../client/hash-token.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatDay, formatMoment } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import account from '../../ui/layout/account.module.css';
import { AccountCard } from '../auth/index.ts';
import styles from './help.module.css';
import { contestRefusal, type Refusal, refusalQuery } from './queries.ts';

export const meta = () => [
  { title: `${m.contest_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const TITLES = {
  report: m.help_decision_stays,
  removal: m.contest_removal,
  block: ({ what }: { what: string }) => what,
} satisfies Record<Refusal['kind'], (given: { what: string }) => string>;

const Statement = ({ refusal: { kind, what, reason, decidedAt } }: { refusal: Refusal }) => (
  <>
    <p>
      {TITLES[kind]({ what })} <span className={styles.soft}>{formatMoment(decidedAt)}</span>
    </p>
    <p>{m.help_decision_reason({ reason })}</p>
  </>
);

const OUTCOMES = { upheld: m.help_appeal_upheld, overturned: m.help_appeal_overturned };

const Appeal = ({ appeal }: { appeal: NonNullable<Refusal['appeal']> }) => (
  <section aria-label={m.contest_yours()} className={styles.ticket}>
    <p className={styles.soft}>
      {m.contest_yours()} · {formatMoment(appeal.createdAt)}
    </p>
    <p>{appeal.message}</p>
    {appeal.appeal?.outcome && <p>{OUTCOMES[appeal.appeal.outcome]()}</p>}
    <p role="status" className={appeal.answer === null ? styles.soft : styles.answer}>
      {appeal.answer ??
        m.help_appeal_waiting({ when: formatMoment(appeal.appeal?.dueAt ?? appeal.createdAt) })}
    </p>
  </section>
);

const ContestForm = ({ token, refusal }: { token: string; refusal: Refusal }) => {
  // The answer to a blocked person goes to the address of their account.
  const isBlock = refusal.kind === 'block';
  const day = formatDay(refusal.until);
  const client = useQueryClient();
  const { form, errors, problem, submitting } = useForm({
    names: ['message', 'email'] as const,
    check: ({ message }) => ({ ...(message.trim() === '' && { message: m.contest_missing() }) }),
    submit: async ({ message, email }) => {
      await contestRefusal({ token, message, ...(email.trim() !== '' && { email }) });
      await client.invalidateQueries({ queryKey: refusalQuery(token).queryKey });
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} className={account.form}>
      <p>{isBlock ? m.contest_block_text({ day }) : m.contest_text({ day })}</p>
      <TextArea
        name="message"
        label={m.contest_message()}
        rows={5}
        maxLength={HELP_MAX}
        error={errors.message}
      />
      {!isBlock && (
        <EmailField
          name="email"
          label={m.contest_email()}
          hint={m.contest_email_hint()}
          error={errors.email}
        />
      )}
      <p role="alert" className={account.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.contest_submit()}
      </Button>
    </form>
  );
};

const ByToken = ({ token }: { token: string }) => {
  const { data: refusal, isError } = useQuery(refusalQuery(token));
  if (isError) return <BadLink />;
  if (!refusal) return <Spinner />;
  const { appeal } = refusal;
  return (
    <>
      <Statement refusal={refusal} />
      {appeal ? <Appeal appeal={appeal} /> : <ContestForm token={token} refusal={refusal} />}
      {refusal.kind === 'block' && appeal?.answer && <p>{m.contest_block_only()}</p>}
    </>
  );
};

const BadLink = () => (
  <EmptyState
    icon={<Link2Off aria-hidden />}
    title={m.contest_bad_link_title()}
    action={<ButtonLink to="/help">{m.contest_open_help()}</ButtonLink>}
  >
    {m.contest_bad_link()}
  </EmptyState>
);

export default function ContestPage() {
  const token = useHashToken();
  return (
    <AccountCard title={m.contest_title()}>
      {token === undefined && <Spinner />}
      {token === '' && <BadLink />}
      {token && <ByToken token={token} />}
    </AccountCard>
  );
}

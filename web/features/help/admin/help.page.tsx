// /dsb/help: administrators answer help tickets, oldest first.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import styles from '../../dsb/dsb.module.css';
import { answerTicket, type Ticket, ticketsQuery } from './queries.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_help_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const TicketCard = ({
  ticket: { id, profile, message, createdAt, appeal, mine },
}: {
  ticket: Ticket;
}) => {
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: answerTicket,
    onSuccess: () => showToast(m.dsb_help_answered(), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ticketsQuery().queryKey }),
  });
  return (
    <article className={styles.choices}>
      <h2 className={styles.subtitle}>
        {profile.exibitionName} <span className={styles.soft}>@{profile.domainName}</span>{' '}
        <span className={styles.soft}>
          <TimeAgo at={createdAt} />
        </span>
      </h2>
      {appeal && <p className={styles.soft}>{m.dsb_help_appeal({ reason: appeal.reason })}</p>}
      {mine && <p className={styles.soft}>{m.dsb_help_mine()}</p>}
      <p className={styles.message}>{message}</p>
      <TextArea
        label={m.dsb_help_answer()}
        rows={4}
        maxLength={2_000}
        value={answer}
        onChange={({ currentTarget: { value } }) => setAnswer(value)}
      />
      <div className={styles.buttons}>
        <Button
          variant="main"
          loading={isPending}
          disabled={answer.trim() === ''}
          onClick={() => mutate({ id, answer })}
        >
          {m.dsb_help_send()}
        </Button>
      </div>
    </article>
  );
};

export default function HelpQueuePage() {
  const { data: tickets, isError, isFetching, refetch } = useQuery(ticketsQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_help_title()}</h1>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {tickets?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_age_empty_title()}>
          {m.dsb_help_empty()}
        </EmptyState>
      )}
      {tickets?.map((ticket) => (
        <TicketCard key={ticket.id} ticket={ticket} />
      ))}
    </section>
  );
}

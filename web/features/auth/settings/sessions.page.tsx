// /settings/sessions: the account's open sessions, and ending them.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import styles from '../../../ui/layout/account.module.css';
import { type OpenSession, sessionsQuery, useEndSessions } from '../queries.ts';

const load = () => loadPage({ optional: [sessionsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.sessions_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function SessionsPage() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery());
  const { endOthers } = useEndSessions();
  const [asking, setAsking] = useState(false);
  const others = (sessions ?? []).filter(({ current }) => !current);
  return (
    <section className={styles.settings}>
      <h1 className={styles.cardTitle}>{m.sessions_title()}</h1>
      <p className={styles.intro}>{m.sessions_text()}</p>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      <ul className={styles.rows}>
        {sessions?.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="line" onClick={() => setAsking(true)}>
          {m.sessions_end_others()}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={m.sessions_end_others()}
          confirmLabel={m.sessions_end_others()}
          onConfirm={() => endOthers.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          {m.sessions_end_others_text()}
        </ConfirmDialog>
      )}
    </section>
  );
}

const Row = ({
  session: { id, device, address, place, lastUsedAt, current },
}: {
  session: OpenSession;
}) => {
  const { end } = useEndSessions();
  return (
    <li className={styles.row}>
      <MonitorSmartphone aria-hidden />
      <div className={styles.rowText}>
        <b>{device ?? m.sessions_unknown_device()}</b>
        <span>
          {[place, address].filter(Boolean).join(' · ')} · <TimeAgo at={lastUsedAt} />
        </span>
      </div>
      {current ? (
        <Badge variant="leaf">{m.sessions_this()}</Badge>
      ) : (
        <Button
          small
          variant="line"
          loading={end.isPending}
          aria-label={m.sessions_end_one({ device: device ?? m.sessions_unknown_device() })}
          onClick={() => end.mutate(id)}
        >
          {m.sessions_end()}
        </Button>
      )}
    </li>
  );
};

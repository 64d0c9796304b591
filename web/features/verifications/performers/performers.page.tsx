// /settings/performers: the performers whom a producer may declare in posts, with their states.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { AddPerformer } from './AddPerformer.tsx';
import { useFocusAfterSwap } from '../../../ui/fields/use-focus-after-swap.ts';
import styles from './performers.module.css';
import { PerformerRow } from './PerformerRow.tsx';
import { performersQuery } from './queries.ts';
import { Undeclared } from './Undeclared.tsx';

const load = () => loadPage({ optional: [performersQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.performers_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function PerformersPage() {
  const { user } = useSession();
  const {
    data: performers,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...performersQuery(), enabled: user?.profile.producer === true });
  const [adding, setAdding] = useState(false);
  const place = useFocusAfterSwap(adding);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.performers_title()}</h1>
      <p className={styles.soft}>{m.performers_intro()}</p>
      <div ref={place}>
        {adding ? (
          <AddPerformer onClose={() => setAdding(false)} />
        ) : (
          <p className={styles.add}>
            <Button variant="main" onClick={() => setAdding(true)}>
              {m.performers_add()}
            </Button>
          </p>
        )}
      </div>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={styles.list} aria-busy={isFetching}>
        {performers?.map((performer) => (
          <PerformerRow key={performer.id} performer={performer} />
        ))}
      </ul>
      {user?.profile.producer === true && <Undeclared />}
      {performers && performers.length > 0 && (
        <p className={styles.add}>
          <a className={styles.link} href="/api/performers/consents" download>
            {m.performers_file()}
          </a>
          <br />
          <span className={styles.soft}>
            {m.performers_file_text()}{' '}
            <a className={styles.link} href="/api/publics/performers/verifier" download>
              {m.consent_verifier()}
            </a>
          </span>
        </p>
      )}
      {performers?.length === 0 && !adding && (
        <EmptyState icon={<UsersRound aria-hidden />} title={m.performers_empty_title()}>
          {m.performers_empty_text()}
        </EmptyState>
      )}
    </section>
  );
}

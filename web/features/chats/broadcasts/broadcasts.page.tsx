// /chats/broadcasts: a producer's mass messages with what came of them, and writing a new one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loadPage } from '../../../client/page-data.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { listsQuery, type Selection } from '../../lists/index.ts';
import { BroadcastForm } from './BroadcastForm.tsx';
import { BroadcastRow } from './BroadcastRow.tsx';
import { broadcastsQuery } from './queries.ts';
import { useFocusAfterSwap } from '../../../ui/fields/use-focus-after-swap.ts';
import styles from './broadcasts.module.css';

const load = () => loadPage({ optional: [broadcastsQuery(), listsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.broadcasts_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function BroadcastsPage() {
  const list = useInfiniteQuery(broadcastsQuery());
  /** What was chosen on the page of lists comes with the link. */
  const chosen = (useLocation().state as { selection?: Selection } | null)?.selection;
  const [writing, setWriting] = useState(chosen !== undefined);
  const place = useFocusAfterSwap(writing);
  const broadcasts = list.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.broadcasts_title()}</h1>
      <p className={styles.soft}>{m.broadcasts_text()}</p>
      <p className={styles.soft}>
        <Link to="/lists">{m.lists_manage()}</Link> ·{' '}
        <Link to="/chats/automations">{m.automations_open()}</Link>
      </p>
      <div ref={place}>
        {writing ? (
          <BroadcastForm chosen={chosen} onClose={() => setWriting(false)} />
        ) : (
          <Button variant="main" className={styles.create} onClick={() => setWriting(true)}>
            {m.broadcast_new()}
          </Button>
        )}
      </div>
      {list.isPending && <Spinner />}
      {list.isError && <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />}
      {broadcasts?.length === 0 && !writing && (
        <EmptyState icon={<Megaphone aria-hidden />} title={m.broadcasts_empty()}>
          {m.broadcasts_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {broadcasts?.map((broadcast) => (
          <BroadcastRow key={broadcast.id} broadcast={broadcast} />
        ))}
      </ul>
      <LoadMore query={list} text={m.broadcasts_more()} small />
    </section>
  );
}

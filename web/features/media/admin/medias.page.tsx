// /dsb/medias: media processing (waiting, running, failed with the reason), with retry and cancel.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import styles from '../../dsb/dsb.module.css';
import { type MediaWork, mediaWorkQuery, useUpdateMediaWork, WORK_STATES } from './queries.ts';
import { STATE_TEXTS, WorkCard } from './WorkCard.tsx';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_medias_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function MediasPage() {
  const [params] = useSearchParams();
  const state = WORK_STATES.find((known) => known === params.get('state')) ?? null;
  const [search, setSearch] = useState('');
  const [stopping, setStopping] = useState<MediaWork | null>(null);
  const list = useInfiniteQuery(mediaWorkQuery({ state, search }));
  const change = useUpdateMediaWork();
  const works = list.data?.pages.flatMap(({ data }) => data);
  const tabs = [
    { key: 'all', to: '/dsb/medias', text: m.dsb_medias_all() },
    ...WORK_STATES.map((key) => ({
      key,
      to: `/dsb/medias?state=${key}`,
      text: STATE_TEXTS[key](),
    })),
  ];
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_medias_title()}</h1>
      <SearchField label={m.dsb_medias_search()} onSearch={setSearch} />
      <Tabs label={m.dsb_medias_title()} tabs={tabs} current={state ?? 'all'} />
      {list.isError && !works && (
        <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />
      )}
      {works?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_medias_empty()} />
      )}
      {works?.map((work) => (
        <WorkCard
          key={work.id}
          work={work}
          loading={change.isPending && change.variables.id === work.id}
          onRetry={() => change.mutate({ id: work.id, action: 'retry' })}
          onStop={() => setStopping(work)}
        />
      ))}
      <LoadMore query={list} text={m.dsb_more()} />
      {stopping && (
        <ConfirmDialog
          title={m.dsb_medias_stop_title()}
          confirmLabel={m.dsb_medias_stop()}
          onConfirm={() => change.mutateAsync({ id: stopping.id, action: 'cancel' })}
          onClose={() => setStopping(null)}
        >
          {m.dsb_medias_stop_text()}
        </ConfirmDialog>
      )}
    </section>
  );
}

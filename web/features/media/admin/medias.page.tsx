// /dsb/medias: media processing (waiting, running, failed with the reason), with retry and cancel.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { type MediaWork, mediaWorkQuery, useUpdateMediaWork, WORK_STATES } from './queries.ts';
import { STATE_TEXTS, WorkCard } from './WorkCard.tsx';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.dsb_medias_title());

export default function MediasPage() {
  const [params] = useSearchParams();
  const state = WORK_STATES.find((known) => known === params.get('state')) ?? null;
  const [search, setSearch] = useState('');
  const [stopping, setStopping] = useState<MediaWork | null>(null);
  const list = useInfiniteQuery(mediaWorkQuery({ state, search }));
  const change = useUpdateMediaWork();
  const tabs = [
    { key: 'all', to: '/dsb/medias', text: m.dsb_medias_all() },
    ...WORK_STATES.map((key) => ({
      key,
      to: `/dsb/medias?state=${key}`,
      text: STATE_TEXTS[key](),
    })),
  ];
  return (
    <AdminPage title={m.dsb_medias_title()}>
      <SearchField label={m.dsb_medias_search()} onSearch={setSearch} />
      <Tabs label={m.dsb_medias_title()} tabs={tabs} current={state ?? 'all'} />
      <AdminQueue query={list} empty={{ title: m.dsb_medias_empty() }}>
        {(work) => (
          <WorkCard
            key={work.id}
            work={work}
            loading={change.isPending && change.variables.id === work.id}
            onRetry={() => change.mutate({ id: work.id, action: 'retry' })}
            onStop={() => setStopping(work)}
          />
        )}
      </AdminQueue>
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
    </AdminPage>
  );
}

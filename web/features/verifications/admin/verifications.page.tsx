// /dsb/verifications: administrators decide on identity checks of every kind, the longest waiting
// first. `kind` and `state` of the address choose the list; `id` or `token` open one producer's
// request.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  adminStyles as styles,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { CaseCard } from './CaseCard.tsx';
import { type CaseFilter, KINDS, type VerificationKind, type VerificationState } from './kinds.ts';
import { ProducerReview } from './ProducerReview.tsx';
import { casesQuery, kindToOpen, queuesQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'identity.read');
export const clientLoader = staffClientLoader('identity.read');
export const meta = () => adminMeta(m.dsb_verifications_title());

const STATES: Record<VerificationState, () => string> = {
  waiting: m.dsb_tab_requested,
  approved: m.dsb_tab_approved,
  rejected: m.dsb_tab_rejected,
  revoked: m.dsb_performers_revoked,
};
const addressOf = (kind: VerificationKind, state?: VerificationState) =>
  `/dsb/verifications?kind=${kind}${state && state !== 'waiting' ? `&state=${state}` : ''}`;

/** The key of the table that the address names. */
const keyOf = <Key extends string>(
  table: Record<Key, unknown>,
  named: string | null,
): Key | undefined => (Object.keys(table) as Key[]).find((key) => key === named);
const [FIRST_KIND] = Object.keys(KINDS) as [VerificationKind];

const SORTS: Record<CaseFilter['sort'], () => string> = {
  oldest: m.dsb_sort_oldest,
  newest: m.dsb_sort_newest,
};

const Filters = ({
  filter,
  onChange,
}: {
  filter: CaseFilter;
  onChange: (filter: CaseFilter) => void;
}) => (
  <>
    <SearchField
      label={m.dsb_producers_search()}
      onSearch={(search) => onChange({ ...filter, search })}
    />
    <div className={styles.filters}>
      <Select
        label={m.dsb_users_sort()}
        value={filter.sort}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, sort: keyOf(SORTS, value) ?? 'oldest' })
        }
        options={Object.entries(SORTS).map(([value, text]) => ({ value, text: text() }))}
      />
    </div>
  </>
);

const Queue = ({ kind, state }: { kind: VerificationKind; state: VerificationState }) => {
  const [filter, setFilter] = useState<CaseFilter>({ search: '', sort: 'oldest' });
  const list = useInfiniteQuery(casesQuery(kind, state, filter));
  return (
    <>
      {KINDS[kind].searched && <Filters filter={filter} onChange={setFilter} />}
      <AdminQueue
        query={list}
        // New requests appear among those that wait.
        empty={{
          title: m.dsb_empty_title(),
          ...(state === 'waiting' && { text: KINDS[kind].emptyText() }),
        }}
      >
        {(found) => <CaseCard key={found.id} kind={kind} found={found} />}
      </AdminQueue>
    </>
  );
};

/**
 * Without a kind in the address the first one with a waiting request. It stays the same while it is
 * worked on, and no list is loaded before it is known: each loading is recorded. Counts that were
 * kept from before and name none decide nothing.
 */
const useKind = (named: VerificationKind | undefined): VerificationKind | undefined => {
  const { data: queues, isError, isFetching } = useQuery(queuesQuery());
  const opened = useRef<VerificationKind>(undefined);
  if (queues) opened.current ??= kindToOpen(queues);
  return named ?? opened.current ?? (isFetching && !isError ? undefined : FIRST_KIND);
};

const Queues = ({
  kind: named,
  state,
}: {
  kind: VerificationKind | undefined;
  state: VerificationState;
}) => {
  const { data: queues = [] } = useQuery(queuesQuery());
  const kind = useKind(named);
  const waitingOf = (key: string) => queues.find((queue) => queue.kind === key)?.waiting;
  const states = queues.find((queue) => queue.kind === kind)?.states ?? [];
  const shown = states.length > 0 && !states.includes(state) ? 'waiting' : state;
  return (
    <>
      <Tabs
        label={m.dsb_verifications_kinds()}
        tabs={(Object.keys(KINDS) as VerificationKind[]).map((key) => ({
          key,
          to: addressOf(key),
          text: KINDS[key].title(),
          count: waitingOf(key)?.toString() ?? '',
        }))}
        current={kind ?? ''}
      />
      {kind && states.length > 1 && (
        <Tabs
          label={m.dsb_verifications_states()}
          tabs={states.map((key) => ({
            key,
            to: addressOf(kind, key),
            text: (key === 'revoked' && KINDS[kind].revokedText?.()) || STATES[key](),
          }))}
          current={shown}
        />
      )}
      {kind && <Queue key={`${kind} ${shown}`} kind={kind} state={shown} />}
    </>
  );
};

export default function VerificationsPage() {
  const [search] = useSearchParams();
  const [token, id] = [search.get('token'), search.get('id')];
  const reference = token ? { approveToken: token } : id ? { producerId: id } : null;
  return (
    <AdminPage title={m.dsb_verifications_title()} note={m.dsb_recorded()}>
      {reference ? (
        <ProducerReview key={token ?? id} reference={reference} />
      ) : (
        <Queues
          kind={keyOf(KINDS, search.get('kind'))}
          state={keyOf(STATES, search.get('state')) ?? 'waiting'}
        />
      )}
    </AdminPage>
  );
}

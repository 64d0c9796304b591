// /dsb/debts: debts from disputed payments, the largest first.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import {
  type AdminColumn,
  adminMeta,
  AdminPage,
  AdminTable,
  ProfileLink,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'money.read');
export const clientLoader = staffClientLoader('money.read');
export const meta = () => adminMeta(m.dsb_debts_title());

type Debt = Data<'GET /dsb/debts'>[number];

const debtsQuery = () =>
  queryOptions({
    queryKey: ['dsb', 'debts'],
    queryFn: async ({ signal }) => (await call('GET /dsb/debts', { signal })).data,
  });

const COLUMNS: readonly AdminColumn<Debt>[] = [
  { head: m.dsb_person, cell: ({ profile }) => <ProfileLink profile={profile} /> },
  { head: m.dsb_debts_owed, cell: ({ owed }) => <Money value={owed} /> },
  {
    head: m.dsb_debts_since,
    cell: ({ since }) => <time dateTime={since}>{formatMoment(since)}</time>,
  },
];

export default function DebtsPage() {
  const list = useQuery(debtsQuery());
  return (
    <AdminPage title={m.dsb_debts_title()} note={m.dsb_debts_text()}>
      <AdminTable
        query={list}
        empty={{ title: m.dsb_debts_empty() }}
        label={m.dsb_debts_title()}
        keyOf={({ profile }) => profile.domainName}
        columns={COLUMNS}
      />
    </AdminPage>
  );
}

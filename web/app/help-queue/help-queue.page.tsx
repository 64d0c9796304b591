// /dsb/help: administrators answer help tickets, oldest first.
import { useQuery } from '@tanstack/react-query';
import { requestScope } from '../../client/request-scope.server.ts';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  requireStaff,
  staffClientLoader,
} from '../../features/dsb/index.ts';
import { m } from '../../paraglide/messages.js';
import { ticketsQuery } from './queries.ts';
import { TicketCard } from './TicketCard.tsx';

export const loader = async () => requireStaff(await requestScope().user(), 'help.read');
export const clientLoader = staffClientLoader('help.read');
export const meta = () => adminMeta(m.dsb_help_title());

export default function HelpQueuePage() {
  const list = useQuery(ticketsQuery());
  return (
    <AdminPage title={m.dsb_help_title()}>
      <AdminQueue query={list} empty={{ title: m.dsb_empty_title(), text: m.dsb_help_empty() }}>
        {(ticket) => <TicketCard key={ticket.id} ticket={ticket} />}
      </AdminQueue>
    </AdminPage>
  );
}

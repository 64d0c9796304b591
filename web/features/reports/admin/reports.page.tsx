// /dsb/reports: open reports, the soonest due first, and decided ones.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import {
  adminMeta,
  DecidedQueue,
  requireStaff,
  staffClientLoader,
  useDecided,
} from '../../dsb/index.ts';
import { ReportCard } from './ReportCard.tsx';
import { reportsQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.dsb_reports_title());

export default function ReportsPage() {
  const decided = useDecided();
  // The page of a person leads here with the reference of a report.
  const [address] = useSearchParams();
  const [reference, setReference] = useState(address.get('reference') ?? '');
  const list = useInfiniteQuery(reportsQuery(decided, reference));
  return (
    <DecidedQueue
      path="/dsb/reports"
      title={m.dsb_reports_title()}
      head={<SearchField label={m.dsb_reports_find()} onSearch={setReference} />}
      query={list}
      empty={{ title: m.dsb_reports_empty_title(), text: m.dsb_reports_empty_text() }}
    >
      {(report) => <ReportCard key={report.id} report={report} />}
    </DecidedQueue>
  );
}

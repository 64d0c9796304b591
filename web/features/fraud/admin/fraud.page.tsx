// /dsb/fraud: administrators decide alerts about limits against fraud, the longest waiting first;
// and those that were decided.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import {
  adminMeta,
  adminStyles,
  DecidedQueue,
  requireStaff,
  staffClientLoader,
  useDecided,
} from '../../dsb/index.ts';
import { AlertCard } from './AlertCard.tsx';
import { alertsQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'money.read');
export const clientLoader = staffClientLoader('money.read');
export const meta = () => adminMeta(m.dsb_fraud_title());

export default function FraudPage() {
  const decided = useDecided();
  const list = useInfiniteQuery(alertsQuery(decided));
  return (
    <DecidedQueue
      path="/dsb/fraud"
      title={m.dsb_fraud_title()}
      note={m.dsb_fraud_note()}
      head={
        <Link to="/dsb/fraud/settings" className={adminStyles.back}>
          {m.fraud_settings_title()}
        </Link>
      }
      query={list}
      empty={{
        title: m.dsb_empty_title(),
        text: decided ? m.dsb_fraud_empty_decided() : m.dsb_fraud_empty(),
      }}
    >
      {(alert) => <AlertCard key={alert.id} alert={alert} />}
    </DecidedQueue>
  );
}

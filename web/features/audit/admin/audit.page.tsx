// /dsb/audit: what the team decided and viewed, searched, exported and checked.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoment } from '../../../ui/display/formats.ts';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  adminStyles as styles,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { type AuditEntry, type AuditFilter, auditQuery } from '../queries.ts';
import { reasonText } from '../reason-text.ts';
import { AuditChecks } from './AuditChecks.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import own from './audit.module.css';

export const loader = async () => requireStaff(await requestScope().user(), 'audit.read');
export const clientLoader = staffClientLoader('audit.read');
export const meta = () => adminMeta(m.audit_title());

const Person = ({ person }: { person: AuditEntry['admin'] }) =>
  person === null ? (
    <span>{m.audit_system()}</span>
  ) : (
    <Link to={`/${person.domainName}`}>@{person.domainName}</Link>
  );

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <article className={own.entry}>
    <div className={own.head}>
      <b>{entry.text}</b>
      <span>
        <Person person={entry.admin} />
        {entry.profile && (
          <>
            {' '}
            {m.audit_about()} <Person person={entry.profile} />
          </>
        )}
      </span>
      <time dateTime={entry.at} className={styles.soft}>
        {formatMoment(entry.at)}
      </time>
    </div>
    {entry.reason !== '' && <p>{reasonText(entry)}</p>}
    <p className={styles.soft} title={entry.hash}>
      {m.audit_place({ place: entry.place })}
      {entry.subject && (
        <>
          {' '}
          · <code>{entry.subject}</code>
        </>
      )}{' '}
      · <code>{entry.action}</code>
    </p>
  </article>
);

export default function AuditPage() {
  const [filter, setFilter] = useState<AuditFilter>({ views: 'false' });
  const list = useInfiniteQuery(auditQuery(filter));
  return (
    <AdminPage title={m.audit_title()} note={m.audit_note()}>
      <AuditFilters filter={filter} onChange={setFilter} />
      <AdminQueue query={list} empty={{ title: m.audit_empty() }}>
        {(entry) => <Entry key={entry.id} entry={entry} />}
      </AdminQueue>
      <AuditChecks filter={filter} />
    </AdminPage>
  );
}

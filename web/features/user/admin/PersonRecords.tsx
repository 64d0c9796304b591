// Sessions, devices, reports and decisions of one person, each in a section that a press opens.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { adminStyles as styles, FoldedSection, PersonLink, useRight } from '../../dsb/index.ts';
import { wordsOfLogged } from '../../funds/index.ts';
import { REPORT_REASONS, REPORT_TARGETS } from '../../reports/index.ts';
import {
  type Decision,
  type PersonDetail,
  personDecisionsQuery,
  type PersonId,
  personReportsQuery,
  personSessionsQuery,
  type Report,
  type Session,
} from './queries.ts';
import { RecordList } from './RecordList.tsx';

const SessionRow = ({ session }: { session: Session }) => {
  const { device, address, place, createdAt, lastUsedAt } = session;
  return (
    <li>
      {[device ?? m.dsb_users_unknown_device(), place, address].filter(Boolean).join(' · ')}{' '}
      <span className={styles.soft}>
        {m.dsb_users_session({ since: formatMoment(createdAt), used: formatMoment(lastUsedAt) })}
      </span>
    </li>
  );
};

const Sessions = ({ userId }: { userId: PersonId }) => (
  <RecordList
    query={useInfiniteQuery(personSessionsQuery(userId))}
    none={m.dsb_users_no_sessions()}
  >
    {(session) => <SessionRow key={session.id} session={session} />}
  </RecordList>
);

const Devices = ({ devices }: Pick<PersonDetail, 'devices'>) => (
  <>
    {devices.length === 0 && <p className={styles.soft}>{m.dsb_users_no_devices()}</p>}
    <ul className={styles.records}>
      {devices.map(({ name, lastSeenAt, others }) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <span className={styles.soft}>
            {m.dsb_users_device_seen({ when: formatMoment(lastSeenAt) })}
          </span>
          {others.length > 0 && (
            <>
              <br />
              {m.dsb_users_device_others()}{' '}
              {others.map((profile, index) => (
                <span key={profile.id}>
                  {index > 0 && ', '}
                  <PersonLink profile={profile} />
                </span>
              ))}
            </>
          )}
        </li>
      ))}
    </ul>
  </>
);

const OUTCOMES = { removed: m.dsb_reports_removed, dismissed: m.dsb_reports_dismissed } as const;

const ReportRow = ({ report }: { report: Report }) => {
  const { targetKind, reason, createdAt, outcome, text, reference } = report;
  const reads = useRight('content.read');
  return (
    <li>
      {REPORT_REASONS[reason]()} · {REPORT_TARGETS[targetKind]()}{' '}
      <Badge variant={outcome === null ? 'air' : 'plain'}>
        {outcome === null ? m.dsb_users_report_open() : OUTCOMES[outcome]()}
      </Badge>{' '}
      <span className={styles.soft}>
        {formatMoment(createdAt)} ·{' '}
        {reads ? <Link to={`/dsb/reports?reference=${reference}`}>{reference}</Link> : reference}
      </span>
      {text && <p className={styles.message}>{text}</p>}
    </li>
  );
};

const Reports = ({ userId, side }: { userId: PersonId; side: 'about' | 'by' }) => (
  <RecordList
    query={useInfiniteQuery(personReportsQuery(userId, side))}
    none={m.dsb_users_no_reports()}
  >
    {(report) => <ReportRow key={report.id} report={report} />}
  </RecordList>
);

const DecisionRow = ({ decision: { action, text, by, reason, at } }: { decision: Decision }) => (
  <li>
    {[text, by && `@${by}`, wordsOfLogged(action, reason)].filter(Boolean).join(' · ')}{' '}
    <span className={styles.soft}>
      {formatMoment(at)} · <code>{action}</code>
    </span>
  </li>
);

const Decisions = ({ userId }: { userId: PersonId }) => (
  <RecordList
    query={useInfiniteQuery(personDecisionsQuery(userId))}
    none={m.dsb_users_no_decisions()}
  >
    {(decision) => <DecisionRow key={decision.id} decision={decision} />}
  </RecordList>
);

export const PersonRecords = ({ person: { id, devices } }: { person: PersonDetail }) => (
  <>
    <FoldedSection title={m.dsb_users_sessions()}>
      <Sessions userId={id} />
    </FoldedSection>
    <FoldedSection title={m.dsb_users_devices()} note={m.dsb_users_devices_text()}>
      <Devices devices={devices} />
    </FoldedSection>
    <FoldedSection title={m.dsb_users_reports_about()}>
      <Reports userId={id} side="about" />
    </FoldedSection>
    <FoldedSection title={m.dsb_users_reports_by()}>
      <Reports userId={id} side="by" />
    </FoldedSection>
    <FoldedSection title={m.dsb_users_decisions()}>
      <Decisions userId={id} />
    </FoldedSection>
  </>
);

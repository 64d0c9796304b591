// Sessions, devices, reports and decisions of one person, the newest of each.
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { AdminSection, adminStyles as styles, PersonLink, useRight } from '../../dsb/index.ts';
import { wordsOfLogged } from '../../funds/index.ts';
import { REPORT_REASONS, REPORT_TARGETS } from '../../reports/index.ts';
import type { PersonDetail } from './queries.ts';

const Sessions = ({ sessions }: Pick<PersonDetail, 'sessions'>) => (
  <AdminSection title={m.dsb_users_sessions()}>
    {sessions.length === 0 && <p className={styles.soft}>{m.dsb_users_no_sessions()}</p>}
    <ul className={styles.records}>
      {sessions.map(({ id, device, address, place, createdAt, lastUsedAt }) => (
        <li key={id}>
          {[device ?? m.dsb_users_unknown_device(), place, address].filter(Boolean).join(' · ')}{' '}
          <span className={styles.soft}>
            {m.dsb_users_session({
              since: formatMoment(createdAt),
              used: formatMoment(lastUsedAt),
            })}
          </span>
        </li>
      ))}
    </ul>
  </AdminSection>
);

const Devices = ({ devices }: Pick<PersonDetail, 'devices'>) => (
  <AdminSection title={m.dsb_users_devices()} note={m.dsb_users_devices_text()}>
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
  </AdminSection>
);

type Report = PersonDetail['reportsAbout'][number];

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

const ReportRows = ({ title, reports }: { title: string; reports: readonly Report[] }) => (
  <AdminSection title={title}>
    {reports.length === 0 && <p className={styles.soft}>{m.dsb_users_no_reports()}</p>}
    <ul className={styles.records}>
      {reports.map((report) => (
        <ReportRow key={report.id} report={report} />
      ))}
    </ul>
  </AdminSection>
);

const Decisions = ({ decisions }: Pick<PersonDetail, 'decisions'>) => (
  <AdminSection title={m.dsb_users_decisions()}>
    {decisions.length === 0 && <p className={styles.soft}>{m.dsb_users_no_decisions()}</p>}
    <ul className={styles.records}>
      {decisions.map(({ action, text, by, reason, at }) => (
        <li key={`${action} ${at}`}>
          {[text, by && `@${by}`, wordsOfLogged(action, reason)].filter(Boolean).join(' · ')}{' '}
          <span className={styles.soft}>
            {formatMoment(at)} · <code>{action}</code>
          </span>
        </li>
      ))}
    </ul>
  </AdminSection>
);

export const PersonRecords = ({ person }: { person: PersonDetail }) => (
  <>
    <Sessions sessions={person.sessions} />
    <Devices devices={person.devices} />
    <ReportRows title={m.dsb_users_reports_about()} reports={person.reportsAbout} />
    <ReportRows title={m.dsb_users_reports_by()} reports={person.reportsBy} />
    <Decisions decisions={person.decisions} />
  </>
);

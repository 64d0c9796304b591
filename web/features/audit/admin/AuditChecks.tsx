// The check of the whole log, and its files.
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatCount, formatMoment } from '../../../ui/display/formats.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { AdminSection, adminStyles as styles } from '../../dsb/index.ts';
import { type AuditCheck, auditFile, type AuditFilter, useAuditCheck } from '../queries.ts';
import own from './audit.module.css';

const PROBLEMS: Record<NonNullable<AuditCheck['broken']>['problem'], () => string> = {
  changed: m.audit_broken_changed,
  missing: m.audit_broken_missing,
  cutOff: m.audit_broken_cut_off,
  outside: m.audit_broken_outside,
};

const Result = ({ check: { entries, hash, broken } }: { check: AuditCheck }) =>
  broken ? (
    <NoticeBox>
      <b>{m.audit_broken({ place: broken.place })}</b>
      <br />
      {PROBLEMS[broken.problem]()}{' '}
      {broken.entry && (
        <>
          <code>{broken.entry.action}</code> {formatMoment(broken.entry.at)}
        </>
      )}
    </NoticeBox>
  ) : (
    <NoticeBox>
      {m.audit_in_order({ count: formatCount(entries) })}
      <br />
      <code className={own.hash}>{hash}</code>
    </NoticeBox>
  );

export const AuditChecks = ({ filter }: { filter: AuditFilter }) => {
  const check = useAuditCheck();
  return (
    <>
      <AdminSection title={m.audit_check()} note={m.audit_check_note()}>
        <div className={styles.form}>
          {check.data && <Result check={check.data} />}
          <div className={styles.buttons}>
            <Button variant="line" loading={check.isPending} onClick={() => check.mutate()}>
              {m.audit_check()}
            </Button>
          </div>
        </div>
      </AdminSection>
      <AdminSection title={m.audit_export()} note={m.audit_export_note()}>
        <div className={styles.buttons}>
          {(['ndjson', 'csv'] as const).map((format) => (
            <a key={format} className={own.file} href={auditFile(filter, format)} download>
              {format.toUpperCase()}
            </a>
          ))}
        </div>
      </AdminSection>
    </>
  );
};

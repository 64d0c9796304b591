// One report: reason, due date, reported content, and the decision.
import { MINUTE_MS } from '@camarim/contract/time';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { REPORT_REASONS, REPORT_TARGETS } from '../reasons.ts';
import { type Outcome, type Report, useDecideReport } from './queries.ts';
import { HoldContent } from '../../legal-holds/index.ts';
import {
  adminStyles as styles,
  Decision,
  type DecisionOption,
  EvidenceMedias,
  PersonLink,
  ProfileLink,
  PostLabel,
  useRight,
} from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';

const Due = ({ at }: { at: string }) => {
  const now = useNow(MINUTE_MS);
  const late = Date.parse(at) < now;
  return (
    <Badge variant={late ? 'air' : 'plain'}>
      {late
        ? m.dsb_reports_late({ when: formatMoment(at) })
        : m.dsb_reports_due({ when: formatMoment(at) })}
    </Badge>
  );
};

type Target = NonNullable<Report['target']>;

const ReportContext = ({ target: { profile, text, medias } }: { target: Target }) => (
  <>
    <p>
      <ProfileLink profile={profile} />
    </p>
    {text !== '' && <blockquote className={styles.quoted}>{text}</blockquote>}
    <EvidenceMedias medias={medias} nameOf={(number) => m.dsb_reports_media_number({ number })} />
  </>
);

/** What a message said when it was reported: its author may have changed or unsent it since. */
const Evidence = ({ evidence }: { evidence: NonNullable<Report['evidence']> }) => (
  <>
    <p className={styles.soft}>
      {m.dsb_reports_evidence({
        name: evidence.profile ? `@${evidence.profile.domainName}` : '?',
        at: formatMoment(evidence.sentAt),
      })}
    </p>
    <blockquote className={styles.quoted}>
      {evidence.text}
      {evidence.medias > 0 && ` ${m.dsb_reports_evidence_media({ count: evidence.medias })}`}
    </blockquote>
  </>
);

/** Why neither what was reported nor evidence of it is shown. */
const Absence = ({
  report: { targetKind, target, evidence, decision },
}: {
  report: Pick<Report, 'targetKind' | 'target' | 'evidence' | 'decision'>;
}) => {
  const decides = useRight('content.decide');
  if (target || evidence) return null;
  if (targetKind === 'message' && !decides)
    return <p className={styles.soft}>{m.dsb_reports_message_hidden()}</p>;
  return decision ? null : <p className={styles.soft}>{m.dsb_reports_gone()}</p>;
};

const Decided = ({
  decision: { outcome, reason, decidedAt },
}: {
  decision: NonNullable<Report['decision']>;
}) => (
  <p>
    <Badge variant={outcome === 'removed' ? 'leaf' : 'plain'}>
      {outcome === 'removed' ? m.dsb_reports_removed() : m.dsb_reports_dismissed()}
    </Badge>{' '}
    {reason} <span className={styles.soft}>{formatMoment(decidedAt)}</span>
  </p>
);

export const ReportCard = ({
  report: {
    id,
    reference,
    withheld,
    targetKind,
    targetId,
    reason,
    text,
    createdAt,
    dueAt,
    reporter,
    about,
    alike,
    target,
    evidence,
    decision,
  },
}: {
  report: Report;
}) => {
  const { mutate, isPending, error } = useDecideReport();
  const choices: DecisionOption<Outcome>[] = [
    ...(target
      ? [
          {
            key: 'removed' as const,
            text: targetKind === 'profile' ? m.dsb_suspend() : m.dsb_reports_remove(),
            main: true,
            needsReason: true,
            question: targetKind === 'profile' ? m.dsb_suspend_question() : m.dsb_remove_question(),
          },
        ]
      : []),
    { key: 'dismissed', text: m.dsb_reports_dismiss(), main: false, needsReason: true },
  ];
  return (
    <OpenWorkCard
      kind={decision ? null : 'report'}
      id={id}
      title={
        <>
          {REPORT_REASONS[reason]()} <Badge variant="plain">{REPORT_TARGETS[targetKind]()}</Badge>{' '}
          {!decision && <Due at={dueAt} />}
          {withheld && <Badge variant="plain">{m.dsb_reports_withheld()}</Badge>}
        </>
      }
    >
      <p className={styles.soft}>
        {reporter
          ? m.dsb_reports_by({ name: `@${reporter.domainName}` })
          : m.dsb_reports_by_visitor()}{' '}
        · {formatMoment(createdAt)} · {reference}
        {alike > 0 && ` · ${m.dsb_reports_alike({ count: alike })}`}
      </p>
      {text !== '' && <p className={styles.message}>{text}</p>}
      {target && <ReportContext target={target} />}
      {!target && about && (
        <p>
          <PersonLink profile={about} />
        </p>
      )}
      {target && targetKind === 'post' && <PostLabel id={targetId} ai={target.ai} />}
      {evidence && <Evidence evidence={evidence} />}
      <Absence report={{ targetKind, target, evidence, decision }} />
      {decision ? (
        <Decided decision={decision} />
      ) : (
        <Decision
          right="content.decide"
          choices={choices}
          loading={isPending}
          problem={explainRefusal(error)}
          onDecide={(outcome, why) => mutate({ id, outcome, reason: why, alike })}
        />
      )}
      {(targetKind === 'post' || targetKind === 'media') && (
        <HoldContent subjectKind={targetKind} subjectId={targetId} />
      )}
    </OpenWorkCard>
  );
};

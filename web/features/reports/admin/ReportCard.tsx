// One report: reason, due date, reported content, and the decision.
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { REPORT_REASONS } from '../reasons.ts';
import { type Outcome, type Report, useDecideReport } from './queries.ts';
import {
  AdminCard,
  adminStyles as styles,
  Decision,
  type DecisionOption,
  ProfileLink,
} from '../../dsb/index.ts';

const KINDS: Record<Report['targetKind'], () => string> = {
  post: m.dsb_reports_post,
  media: m.dsb_reports_media,
  comment: m.dsb_reports_comment,
  profile: m.dsb_reports_profile,
  message: m.dsb_reports_message,
  live: m.dsb_reports_live,
};

const MINUTE_MS = 60_000;

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

const ReportedContent = ({
  media,
  number,
}: {
  media: Target['medias'][number];
  number: number;
}) => {
  const name = m.dsb_reports_media_number({ number });
  if (media.contentType.startsWith('audio') && media.url)
    return <audio controls preload="none" src={media.url} aria-label={name} />;
  if (media.mp4Output)
    return (
      <video
        controls
        preload="none"
        playsInline
        src={media.mp4Output}
        poster={media.lgThumb ?? undefined}
        aria-label={name}
        className={styles.picture}
      />
    );
  if (media.lgThumb) return <img src={media.lgThumb} alt={name} className={styles.picture} />;
  return <p className={styles.soft}>{media.name ?? media.contentType}</p>;
};

const ReportContext = ({ target: { profile, text, medias } }: { target: Target }) => (
  <>
    <p>
      <ProfileLink profile={profile} />
    </p>
    {text !== '' && <blockquote className={styles.quoted}>{text}</blockquote>}
    {medias.length > 0 && (
      <div className={styles.documents}>
        {medias.map((media, index) => (
          <ReportedContent key={media.id} media={media} number={index + 1} />
        ))}
      </div>
    )}
  </>
);

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
  report: { id, targetKind, reason, text, createdAt, dueAt, reporter, alike, target, decision },
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
          },
        ]
      : []),
    { key: 'dismissed', text: m.dsb_reports_dismiss(), main: false, needsReason: true },
  ];
  return (
    <AdminCard
      title={
        <>
          {REPORT_REASONS[reason]()} <Badge variant="plain">{KINDS[targetKind]()}</Badge>{' '}
          {!decision && <Due at={dueAt} />}
        </>
      }
    >
      <p className={styles.soft}>
        {reporter
          ? m.dsb_reports_by({ name: `@${reporter.domainName}` })
          : m.dsb_reports_by_visitor()}{' '}
        · {formatMoment(createdAt)}
        {alike > 0 && ` · ${m.dsb_reports_alike({ count: alike })}`}
      </p>
      {text !== '' && <p className={styles.message}>{text}</p>}
      {target && <ReportContext target={target} />}
      {!target && !decision && <p className={styles.soft}>{m.dsb_reports_gone()}</p>}
      {decision ? (
        <Decided decision={decision} />
      ) : (
        <Decision
          choices={choices}
          loading={isPending}
          problem={explainRefusal(error)}
          onDecide={(outcome, why) =>
            mutate(
              { id, outcome, reason: why },
              { onSuccess: () => showToast(m.dsb_decided(), 'success') },
            )
          }
        />
      )}
    </AdminCard>
  );
};

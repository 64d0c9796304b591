// One upload: its owner, the state of its processing, and the last error.
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatBytes, formatMoment, formatPosition } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { HoldContent } from '../../legal-holds/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { adminStyles as styles, WithRight } from '../../dsb/index.ts';
import { MediaOrigin } from './MediaOrigin.tsx';
import type { MediaWork, WorkState } from './queries.ts';

export const STATE_TEXTS: Record<WorkState, () => string> = {
  waiting: m.dsb_medias_waiting,
  working: m.dsb_medias_working,
  failed: m.dsb_medias_failed,
  processed: m.dsb_medias_processed,
};
const KIND_TEXTS: Record<MediaWork['kind'], () => string> = {
  image: m.dsb_medias_image,
  video: m.dsb_medias_video,
  audio: m.dsb_medias_audio,
  archive: m.dsb_medias_archive,
};

const Facts = ({
  work: { bytes, durationMs, contentType, tries, triedAt, originalUntil, id },
}: {
  work: MediaWork;
}) => (
  <p className={styles.soft}>
    {[
      contentType,
      bytes === null ? null : formatBytes(bytes),
      durationMs === null ? null : formatPosition(durationMs / 1_000),
    ]
      .filter(Boolean)
      .join(' · ')}
    {tries > 1 &&
      triedAt &&
      ` · ${m.dsb_medias_tries({ count: tries, when: formatMoment(triedAt) })}`}
    {originalUntil && ` · ${m.dsb_medias_kept({ when: formatMoment(originalUntil) })}`} ·{' '}
    <code>{id}</code>
  </p>
);

export const WorkCard = ({
  work,
  loading,
  onRetry,
  onStop,
}: {
  work: MediaWork;
  loading: boolean;
  onRetry: () => void;
  onStop: () => void;
}) => {
  const { kind, owner, state, progress, lastError, can, createdAt } = work;
  return (
    <OpenWorkCard
      kind={state === 'failed' ? 'failedMedia' : null}
      id={work.id}
      title={
        <>
          {KIND_TEXTS[kind]()}{' '}
          <Badge variant={state === 'processed' ? 'leaf' : 'plain'}>{STATE_TEXTS[state]()}</Badge>{' '}
          <span className={styles.soft}>
            {owner && <Link to={`/${owner.domainName}`}>@{owner.domainName}</Link>}{' '}
            <TimeAgo at={createdAt} />
          </span>
        </>
      }
    >
      {state === 'working' && kind !== 'image' && (
        <ProgressBar label={m.dsb_medias_progress()} value={progress} max={100} />
      )}
      {lastError && state !== 'processed' && (
        <p className={styles.message}>
          {lastError.message}{' '}
          {lastError.detail && <code className={styles.soft}>{lastError.detail}</code>}
        </p>
      )}
      <Facts work={work} />
      {state !== 'failed' && <MediaOrigin media={work} name={`${KIND_TEXTS[kind]()} ${work.id}`} />}
      {can.length > 0 && (
        <WithRight right="content.decide">
          <p className={styles.buttons}>
            {can.includes('retry') && (
              <Button small variant="line" loading={loading} onClick={onRetry}>
                {m.dsb_medias_retry()}
              </Button>
            )}
            {can.includes('cancel') && (
              <Button small variant="line" disabled={loading} onClick={onStop}>
                {m.dsb_medias_stop()}
              </Button>
            )}
          </p>
        </WithRight>
      )}
      <HoldContent subjectKind="media" subjectId={work.id} />
    </OpenWorkCard>
  );
};

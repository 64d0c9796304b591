// Frames that wait for a review, as a grid; all that are shown are marked together.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { AdminQueue, AdminSection, adminStyles as shared, WithRight } from '../../dsb/index.ts';
import styles from './admin.module.css';
import { framesQuery, type LiveFrame, useReviewFrames } from './queries.ts';

const KINDS: Record<LiveFrame['kind'], (() => string) | null> = {
  regular: null,
  face: m.dsb_lives_frame_face,
  start: m.dsb_lives_frame_start,
  report: m.dsb_lives_frame_report,
};

const Frame = ({ frame }: { frame: LiveFrame }) => {
  const kind = KINDS[frame.kind];
  const name = frame.profile?.exibitionName ?? '?';
  return (
    <figure className={styles.cell}>
      {frame.url ? (
        <img src={frame.url} alt={m.dsb_lives_frame({ name })} loading="lazy" />
      ) : (
        <div className={styles.dropped}>{m.dsb_lives_frame_dropped()}</div>
      )}
      <figcaption>
        <strong>{name}</strong> <span className={shared.soft}>{formatMoment(frame.takenAt)}</span>{' '}
        {frame.blocked && <Badge variant="air">{m.dsb_lives_frame_blocked()}</Badge>}
        {kind && <Badge variant="plain">{kind()}</Badge>}
      </figcaption>
    </figure>
  );
};

export const Frames = () => {
  const frames = useQuery(framesQuery());
  const review = useReviewFrames();
  const shown = frames.data ?? [];
  return (
    <AdminSection title={m.dsb_lives_frames_title()} note={m.dsb_lives_frames_note()}>
      <div className={styles.grid}>
        <AdminQueue query={frames} empty={{ title: m.dsb_lives_frames_empty() }}>
          {(frame) => <Frame key={frame.id} frame={frame} />}
        </AdminQueue>
      </div>
      {shown.length > 0 && (
        <WithRight right="content.decide">
          <Button
            variant="line"
            loading={review.isPending}
            onClick={() => review.mutate(shown.map(({ id }) => id))}
          >
            {m.dsb_lives_frames_done({ count: shown.length })}
          </Button>
        </WithRight>
      )}
    </AdminSection>
  );
};

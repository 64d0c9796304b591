// After a show: the camera is off, and what the show brought in.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { HeldKeys } from '../settings/HeldKeys.tsx';
import { PastShow } from '../settings/PastShows.tsx';
import { pastLivesQuery } from '../settings/queries.ts';
import styles from './studio.module.css';

export const ShowEnded = ({ showId, onAgain }: { showId: string; onAgain: () => void }) => {
  const { data } = useQuery(pastLivesQuery());
  const past = data?.find(({ id }) => id === showId);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.live_over_title()}</h1>
      <div className={styles.form}>
        <HeldKeys />
        <p role="status">{m.live_over_camera()}</p>
        <ul className={styles.past}>{past && <PastShow show={past} />}</ul>
        <p className={styles.over}>
          <Button variant="main" onClick={onAgain}>
            {m.live_over_again()}
          </Button>
          <ButtonLink to="/options/shows?tab=recordings">{m.recordings_title()}</ButtonLink>
        </p>
      </div>
    </section>
  );
};

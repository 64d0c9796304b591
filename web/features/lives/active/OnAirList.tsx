// The parties that are on air, as a page of its own.
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { activeQuery } from '../queries.ts';
import { LiveTile } from './LiveTile.tsx';
import styles from './active.module.css';

export const OnAirList = () => {
  const { data: lives, isError, isFetching, refetch } = useQuery(activeQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.live_active_title()}</h1>
      {isError && !lives && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!lives && !isError && (
        <div className={styles.grid}>
          {[1, 2, 3, 4].map((shape) => (
            <Skeleton key={shape} shape="tile" />
          ))}
        </div>
      )}
      {lives?.length === 0 && (
        <EmptyState
          icon={<Radio aria-hidden />}
          title={m.live_active_none()}
          action={
            <ButtonLink variant="line" small to="/?explore">
              {m.explore()}
            </ButtonLink>
          }
        >
          {m.live_active_none_text()}
        </EmptyState>
      )}
      {lives && lives.length > 0 && (
        <ul className={styles.grid}>
          {lives.map((live) => (
            <li key={live.id}>
              <LiveTile live={live} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

// Who is on air, in a row above other things; nothing while no one is.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { LIVE_PATH } from '../paths.ts';
import { activeQuery } from '../queries.ts';
import { LiveTile } from './LiveTile.tsx';
import styles from './active.module.css';

export default function OnAirRail() {
  const { user } = useSession();
  const { data: lives = [] } = useQuery(activeQuery());
  if (lives.length === 0) return null;
  return (
    <section aria-labelledby="on-air" className={styles.rail}>
      <div className={styles.railHead}>
        <h2 id="on-air">{m.live_active_title()}</h2>
        {user && !user.profile.producer && (
          <Link to={LIVE_PATH} className={styles.more}>
            {m.live_all()}
          </Link>
        )}
      </div>
      <ul className={styles.railTiles}>
        {lives.map((live) => (
          <li key={live.id}>
            <LiveTile live={live} />
          </li>
        ))}
      </ul>
    </section>
  );
}

// A media that a decision removed, in the place where it was. Its owner reads where to contest the
// decision.
import { ImageOff } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import styles from './Tiles.module.css';

/** `owner`: the domain name of whose it is. */
export const RemovedTile = ({ owner }: { owner: string }) => {
  const mine = useSession().user?.profile.domainName === owner;
  return (
    <div className={styles.waiting}>
      <ImageOff aria-hidden className={styles.gone} />
      <p>{mine ? m.media_removed_mine() : m.media_removed()}</p>
      {mine && (
        <Link to="/help" className={styles.contest}>
          {m.media_removed_contest()}
        </Link>
      )}
    </div>
  );
};

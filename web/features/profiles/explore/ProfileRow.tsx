// A row of producers that scrolls to the side, under a heading.
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import styles from './ProfileRow.module.css';

type Props = {
  title: string;
  /** Where there are more of them. */
  all?: string | null;
  children: ReactNode;
};

export const ProfileRow = ({ title, all = null, children }: Props) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {all !== null && (
          <Link to={all} className={styles.all}>
            {m.online_all()}
          </Link>
        )}
      </div>
      <ul className={styles.row}>{children}</ul>
    </section>
  );
};

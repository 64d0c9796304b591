// Filters of a list: in sight where there is room, behind one button on a phone.
import { type ReactNode, useId, useState } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../class-names.ts';
import styles from './FoldedFilters.module.css';

/** `active`: how many filters narrow the list, which the button says while they are folded. */
export const FoldedFilters = ({ active, children }: { active: number; children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.filters}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden />
        {m.filter_open()}
        {active > 0 && (
          <>
            {' '}
            <span className={styles.active}>{active}</span>
          </>
        )}
      </button>
      <div id={id} className={classNames(styles.content, open && styles.open)}>
        {children}
      </div>
    </div>
  );
};

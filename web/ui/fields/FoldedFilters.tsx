// Filters of a list, or options of a form: in sight where there is room, behind one button on a
// phone.
import { type ReactNode, useId, useState } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../class-names.ts';
import styles from './FoldedFilters.module.css';

type Props = {
  /** How many filters narrow the list, which the button says while they are folded. */
  active: number;
  /** The values of options, in place of "filter". */
  label?: string;
  /** What is inside needs the person now: it is not folded. */
  needed?: boolean;
  children: ReactNode;
};

export const FoldedFilters = ({ active, label, needed = false, children }: Props) => {
  const [opened, setOpen] = useState(false);
  const open = opened || needed;
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
        {label ?? m.filter_open()}
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

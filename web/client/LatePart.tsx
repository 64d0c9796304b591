// A part of a page whose code loads after the page is hydrated. The server renders it, so a person
// can press its buttons before the code is there: such a press is repeated.
import { type ReactNode, Suspense } from 'react';
import { markInteractive } from './early-input.ts';
import styles from './LatePart.module.css';

type Props = {
  /** In a list, what tells this part from the others. */
  name?: string;
  children: ReactNode;
};

/** Around components made by `lazyPart`; its element takes no part in the layout. */
export const LatePart = ({ name = '', children }: Props) => (
  <Suspense fallback={null}>
    <div ref={markInteractive} data-waiting={name} className={styles.part}>
      {children}
    </div>
  </Suspense>
);

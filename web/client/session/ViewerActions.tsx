// What viewers do on a page: disabled where a producer looks at their own page as another person.
import { type ReactNode, use } from 'react';
import { SeenAs } from './session.ts';
import styles from './ViewerActions.module.css';

export const ViewerActions = ({ children }: { children: ReactNode }) =>
  use(SeenAs) === null ? (
    children
  ) : (
    <fieldset disabled className={styles.actions}>
      {children}
    </fieldset>
  );

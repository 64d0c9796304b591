// Covers the page while the code of an overlay loads; a load that is quick is not seen.
import { m } from '../../paraglide/messages.js';
import { Spinner } from '../display/Spinner.tsx';
import styles from './LoadingOverlay.module.css';

export const LoadingShape = () => (
  <div className={styles.shape} role="status">
    <Spinner className={styles.spinner} />
    <span className="visually-hidden">{m.loading()}</span>
  </div>
);

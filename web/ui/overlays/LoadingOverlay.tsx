// Covers the page while something that must not be interrupted goes on (leaving for a provider, for
// example).
import { Spinner } from '../display/Spinner.tsx';
import styles from './LoadingOverlay.module.css';

export const LoadingOverlay = ({ text }: { text: string }) => (
  <div className={styles.overlay} role="alert" aria-busy="true">
    <Spinner className={styles.spinner} />
    <p>{text}</p>
  </div>
);

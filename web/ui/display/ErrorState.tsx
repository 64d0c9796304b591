// Something could not be loaded: say so and offer to try again.
import { CloudOff } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../actions/Button.tsx';
import styles from './States.module.css';

export const ErrorState = ({
  message,
  onRetry,
  loading = false,
}: {
  message?: string;
  onRetry: () => void;
  loading?: boolean;
}) => (
  <div className={styles.state} role="alert">
    <span className={styles.icon}>
      <CloudOff aria-hidden />
    </span>
    <p className={styles.title}>{message ?? m.load_failed()}</p>
    <Button variant="line" small loading={loading} onClick={onRetry}>
      {m.try_again()}
    </Button>
  </div>
);

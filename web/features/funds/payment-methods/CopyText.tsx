// A code to copy: selectable text and a button with feedback.
import { CopyButton } from '../../../ui/actions/CopyButton.tsx';
import styles from './payment-methods.module.css';

export const CopyText = ({ label, text }: { label: string; text: string }) => (
  <div className={styles.code}>
    <input
      readOnly
      value={text}
      aria-label={label}
      className={styles.text}
      onFocus={(event) => event.currentTarget.select()}
    />
    <CopyButton variant="main" text={text} />
  </div>
);

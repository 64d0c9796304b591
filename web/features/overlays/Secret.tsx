// A text to copy into a program, such as a secret or an address.
import { CopyButton } from '../../ui/actions/CopyButton.tsx';
import styles from './overlays.module.css';

export const Secret = ({ name, text }: { name: string; text: string }) => (
  <div className={styles.secret}>
    <span className={styles.soft}>{name}</span>
    <code>{text}</code>
    <CopyButton text={text} />
  </div>
);

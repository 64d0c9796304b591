// Recovery codes, shown once: copied or downloaded.
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { copyText } from '../../../ui/actions/copy-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import styles from '../../../ui/layout/account.module.css';

export const RecoveryCodes = ({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) => {
  const text = codes.join('\n');
  const copy = async () => {
    if (await copyText(text)) showToast(m.codes_copied(), 'success');
  };
  return (
    <Dialog title={m.codes_title()} onClose={onClose}>
      <p className={styles.intro}>{m.codes_text()}</p>
      <pre className={styles.codes}>{text}</pre>
      <div className={styles.buttons}>
        <Button variant="line" onClick={() => void copy()}>
          {m.codes_copy()}
        </Button>
        <Button variant="main" onClick={onClose}>
          {m.codes_kept()}
        </Button>
      </div>
    </Dialog>
  );
};

// Says that a new version of the site is there, and changes to it at a press.
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { registerServiceWorker, update, updateStore } from './service-worker.ts';
import styles from './UpdatePrompt.module.css';

export default function UpdatePrompt() {
  useEffect(() => void registerServiceWorker().catch(reportError), []);
  const waits = useSyncExternalStore(updateStore.subscribe, updateStore.waits, updateStore.never);
  if (!waits) return null;
  return createPortal(
    <div role="status" className={styles.prompt}>
      <span>{m.update_ready()}</span>
      <Button small variant="main" onClick={update}>
        {m.update_now()}
      </Button>
    </div>,
    document.body,
  );
}

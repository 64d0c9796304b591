// Where toasts appear, and the live region that reads them out.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Toasts.module.css';
import { dismissToast, toastStore } from './toasts.ts';

export const Toasts = () => {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, toastStore.none);
  const region = useRef<HTMLDivElement>(null);

  // A modal dialog is in the browser's top layer: only another member of it, shown later, is above.
  useEffect(() => {
    const node = region.current;
    if (!node?.showPopover) return;
    if (node.matches(':popover-open')) node.hidePopover();
    if (toasts.length > 0) node.showPopover();
  }, [toasts]);

  return (
    <>
      {/* A live region must be there before its text: the popover is not while it is closed. */}
      <div role="status" aria-live="polite" className="visually-hidden">
        {toasts.map((toast) => (
          <p key={toast.id}>{toast.text}</p>
        ))}
      </div>
      <div ref={region} popover="manual" aria-hidden className={styles.region}>
        {toasts.map((toast) => (
          <div
            key={toast.id}
            className={classNames(styles.toast, styles[toast.tone])}
            onClick={() => dismissToast(toast.id)}
          >
            {toast.text}
          </div>
        ))}
      </div>
    </>
  );
};

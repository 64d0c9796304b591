// The native modal dialog under Dialog and Drawer: opens itself, traps focus, gives it back, closes
// by Esc and outside.
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { X } from 'lucide-react';
import { IconButton } from '../actions/IconButton.tsx';
import { classNames } from '../class-names.ts';
import styles from './Modal.module.css';

export type ModalProps = {
  /** Names the dialog; shown in its head. */
  title: string;
  /** Beside the title: a balance, a counter. */
  aside?: ReactNode;
  onClose: () => void;
  /** False while something must not be interrupted: no Esc, no close button. */
  closable?: boolean;
  className?: string;
  children: ReactNode;
};

/** Mounted means open; the owner unmounts it in `onClose`. */
export const Modal = ({
  title,
  aside,
  onClose,
  closable = true,
  className,
  children,
}: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const node = dialog.current;
    const opener = document.activeElement;
    if (node && !node.open) node.showModal();
    // `autoFocus` came before the dialog was open, when nothing in it could have the focus.
    // Otherwise the title has it: the browser would choose the close button, and read nothing of
    // what is asked.
    (node?.querySelector<HTMLElement>('[data-first]') ?? heading.current)?.focus();
    return () => {
      node?.close();
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);

  // What had the focus may be replaced, as a form is by its result: a reader would be left nowhere.
  useEffect(() => {
    const node = dialog.current;
    if (!node) return;
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
    observer.observe(node, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  const isOutside = (event: MouseEvent) => event.target === dialog.current;

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={classNames(styles.modal, className)}
      onCancel={(event) => {
        // An input may fire `cancel` too (a file picker that was dismissed): it is not ours.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (closable && pressedOutside.current && isOutside(event)) onClose();
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {aside && <div className={styles.aside}>{aside}</div>}
          {closable && (
            <IconButton className={styles.close} label={m.close()} icon={<X />} onClick={onClose} />
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
};

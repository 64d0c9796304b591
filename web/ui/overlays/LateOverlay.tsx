// Around an overlay whose code loads late: after 150 ms a spinner covers the page, so that the
// press is answered; a load that is quicker is not seen.
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Spinner } from '../display/Spinner.tsx';
import styles from './LoadingOverlay.module.css';

export const LateOverlay = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<LoadingShape />}>{children}</Suspense>
);

const LoadingShape = () => {
  const shape = useRef<HTMLDivElement>(null);

  // Only in the browser's top layer is it above a modal dialog, and larger than a bar that it is
  // in.
  useEffect(() => shape.current?.showPopover?.(), []);

  return (
    <div ref={shape} popover="manual" className={styles.shape} role="status">
      <Spinner className={styles.spinner} />
      <span className="visually-hidden">{m.loading()}</span>
    </div>
  );
};

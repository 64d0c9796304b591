// The screen of a show, for its producer and for who watches: the picture, what stands over it, and
// the panels beside it; on a phone the panels are over the picture, too.
import { type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './stage.module.css';

export type Panel = { key: string; title: string; icon: ReactNode; content: ReactNode };

type Props = {
  /** The video, or what stands in its place. */
  picture: ReactNode;
  /** Over the picture's upper edge: who, state, watchers. */
  top: ReactNode;
  /** Below it: what asks for an answer, and small pictures. */
  notices?: ReactNode;
  /** Over the picture, above its lower edge: what has just happened, for a moment. */
  toast: ReactNode;
  /** Over the picture's lower edge: its controls. */
  controls: ReactNode;
  panels: readonly Panel[];
  panelsLabel: string;
  /** Below all panels: the message to write and the tip. */
  footer?: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

export const Stage = ({
  picture,
  top,
  notices,
  toast,
  controls,
  panels,
  panelsLabel,
  footer,
  ref,
}: Props) => (
  <div ref={ref} data-fills-window data-immersive className={styles.stage}>
    <div className={styles.picture}>
      {picture}
      <div className={styles.upper}>
        <div className={styles.top}>{top}</div>
        <div className={styles.notices}>{notices}</div>
      </div>
      <div className={styles.toast}>{toast}</div>
      <div className={styles.controls}>{controls}</div>
    </div>
    <aside className={styles.side} aria-label={panelsLabel}>
      <Panels panels={panels} label={panelsLabel} />
      {footer && <div className={styles.footer}>{footer}</div>}
    </aside>
  </div>
);

const Panels = ({ panels, label }: { panels: readonly Panel[]; label: string }) => {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const current = panels.find(({ key }) => key === chosen) ?? panels[0];
  if (!current) return null;
  const move = (by: number) => {
    const at = (panels.indexOf(current) + by + panels.length) % panels.length;
    const next = panels[at];
    if (!next) return;
    setChosen(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs}>
        {panels.map(({ key, title, icon }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === current.key}
            aria-controls={`${id}-panel`}
            tabIndex={key === current.key ? 0 : -1}
            title={title}
            className={styles.tab}
            onClick={() => setChosen(key)}
            onKeyDown={({ key: pressed }) => {
              if (pressed === 'ArrowRight') move(1);
              if (pressed === 'ArrowLeft') move(-1);
            }}
          >
            {icon}
            <span className={styles.tabText}>{title}</span>
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${current.key}`}
        className={classNames(styles.panel, current.key === panels[0]?.key && styles.first)}
      >
        {current.content}
      </div>
    </>
  );
};

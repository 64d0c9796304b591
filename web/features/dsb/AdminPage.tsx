// The frame of an admin page: its title, a note, and sections and cards in one shape.
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../client/session/session.ts';
import styles from './dsb.module.css';
import { itemAnchor, useItemAnchor, usePassedFocus } from './item-anchor.ts';
import { StaffRoleOfPage } from './rights.ts';

/** Title of the document of an admin page, which search engines leave out. */
export const adminMeta = (title: string) => [
  { title: `${title} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export const AdminPage = ({
  title,
  note,
  children,
}: {
  title: string;
  /** What administrators should know before they act. */
  note?: string;
  children: ReactNode;
}) => (
  <StaffRoleOfPage value={useSession().user?.staffRole ?? 'owner'}>
    <section className={styles.page} data-admin-page>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {note && <p className={styles.soft}>{note}</p>}
      {children}
    </section>
  </StaffRoleOfPage>
);

/** A second list of a page, under its own heading. */
export const AdminSection = ({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.subtitle}>
        {title}
      </h2>
      {note && <p className={styles.soft}>{note}</p>}
      {children}
    </section>
  );
};

/** A section that a press opens; what it shows is loaded when it is first open. */
export const FoldedSection = ({
  title,
  note,
  open = false,
  children,
}: {
  title: string;
  note?: string;
  /** At first. */
  open?: boolean;
  children: ReactNode;
}) => {
  const [opened, setOpened] = useState(open);
  return (
    <details
      className={styles.section}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        <h2 className={styles.subtitle}>{title}</h2>
      </summary>
      {note && <p className={styles.soft}>{note}</p>}
      {opened && children}
    </details>
  );
};

/** One entry of a queue. */
export const AdminCard = ({
  itemId,
  title,
  children,
}: {
  /** By which the queue of all open work leads here. */
  itemId?: string;
  title?: ReactNode;
  children: ReactNode;
}) => {
  const card = useItemAnchor(itemId);
  usePassedFocus(card);
  return (
    <article
      ref={card}
      className={styles.card}
      {...(itemId !== undefined && { id: itemAnchor(itemId), tabIndex: -1 })}
    >
      {title && <h2 className={styles.subtitle}>{title}</h2>}
      {children}
    </article>
  );
};

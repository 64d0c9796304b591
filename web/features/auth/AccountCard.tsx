// A page with one task: a title, an introduction, and the form. In the middle for a visitor, in the
// place of all pages for a member.
import type { ReactNode } from 'react';
import { useSession } from '../../client/session/session.ts';
import styles from '../../ui/layout/account.module.css';

export const AccountCard = ({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children: ReactNode;
}) => {
  const member = useSession().user !== null;
  return (
    <section className={member ? styles.settings : styles.card}>
      <h1 className={styles.cardTitle}>{title}</h1>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  );
};

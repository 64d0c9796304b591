// A page with one task: a title, an introduction, and the form.
import type { ReactNode } from 'react';
import styles from '../../ui/layout/account.module.css';

export const AccountCard = ({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children: ReactNode;
}) => (
  <section className={styles.card}>
    <h1 className={styles.cardTitle}>{title}</h1>
    {intro && <p className={styles.intro}>{intro}</p>}
    {children}
  </section>
);

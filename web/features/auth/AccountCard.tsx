// A page with one thing to do: a title, what it is about, and the form.
import type { ReactNode } from 'react';
import styles from './auth.module.css';

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

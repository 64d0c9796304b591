// A link among the navigation items of a member.
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './NavBar.module.css';

export const NavItemLink = ({
  text,
  current,
  ...props
}: { text: string; current: boolean } & ComponentProps<typeof Link>) => (
  <Link
    viewTransition
    aria-current={current ? 'page' : undefined}
    // Where only icons fit, the pointer shows the name.
    title={text}
    className={styles.navItem}
    {...props}
  />
);

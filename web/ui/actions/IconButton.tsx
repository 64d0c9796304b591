// A round button or link with only an icon; its label is what screen readers and the tooltip say.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from '../class-names.ts';
import styles from './IconButton.module.css';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  label: string;
  icon: ReactNode;
  /** A red dot: something unread. */
  dot?: boolean;
  filled?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export const IconButton = ({
  label,
  icon,
  dot = false,
  filled = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    title={label}
    className={classNames(styles.button, filled && styles.filled, dot && styles.dot, className)}
  >
    {icon}
  </button>
);

/** `children` stands over the icon, such as a count. */
export const IconLink = ({
  label,
  icon,
  children,
  ...rest
}: Omit<LinkProps, 'className'> & { label: string; icon: ReactNode }) => (
  <Link {...rest} aria-label={label} title={label} className={styles.button}>
    {icon}
    {children}
  </Link>
);

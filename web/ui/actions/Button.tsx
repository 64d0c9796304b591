// Buttons and links that look like them.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from '../class-names.ts';
import { Spinner } from '../display/Spinner.tsx';
import styles from './Button.module.css';

/**
 * `main` is the one action of a place, `quiet` and `line` its alternatives, `danger` one that takes
 * something from people, `live` goes on air, `money` gives.
 */
export type ButtonVariant = 'main' | 'quiet' | 'line' | 'danger' | 'live' | 'money' | 'text';

type ButtonStyle = {
  variant?: ButtonVariant;
  small?: boolean;
  fullWidth?: boolean;
  children: ReactNode;
};

const classOf = (
  { variant = 'quiet', small, fullWidth }: Omit<ButtonStyle, 'children'>,
  extra?: string,
): string =>
  classNames(
    styles.button,
    styles[variant],
    small && styles.small,
    fullWidth && styles.fullWidth,
    extra,
  );

export type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows a spinner and ignores further presses; the label stays for screen readers. */
    loading?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export const Button = ({
  variant,
  small,
  fullWidth,
  loading = false,
  children,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classOf({ variant, small, fullWidth }, className)}
    // Not `disabled`: that would throw the focus away while the answer is awaited.
    aria-disabled={loading || undefined}
    aria-busy={loading || undefined}
    onClick={(event) => {
      if (loading) event.preventDefault();
      else onClick?.(event);
    }}
  >
    <span className={classNames(styles.label, loading && styles.hiddenLabel)}>{children}</span>
    {loading && <Spinner className={styles.spinner} />}
  </button>
);

export const ButtonLink = ({
  variant,
  small,
  fullWidth,
  children,
  className,
  ...rest
}: ButtonStyle & LinkProps) => (
  <Link {...rest} className={classOf({ variant, small, fullWidth }, className)}>
    <span className={styles.label}>{children}</span>
  </Link>
);

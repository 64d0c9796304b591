// Buttons and links that look like them.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from '../class-names.ts';
import { Spinner } from '../display/Spinner.tsx';
import styles from './Button.module.css';

/**
 * `main` is the one action of a place, `quiet` and `line` its alternatives, `live` goes on air,
 * `money` gives.
 */
export type ButtonLook = 'main' | 'quiet' | 'line' | 'live' | 'money' | 'text';

type Shape = { look?: ButtonLook; small?: boolean; wide?: boolean; children: ReactNode };

const classOf = (
  { look = 'quiet', small, wide }: Omit<Shape, 'children'>,
  extra?: string,
): string =>
  classNames(styles.button, styles[look], small && styles.small, wide && styles.wide, extra);

export type ButtonProps = Shape &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows a spinner and ignores further presses; the label stays for screen readers. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export const Button = ({
  look,
  small,
  wide,
  busy = false,
  children,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classOf({ look, small, wide }, className)}
    // Not `disabled`: that would throw the focus away while the answer is awaited.
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={(event) => {
      if (busy) event.preventDefault();
      else onClick?.(event);
    }}
  >
    <span className={classNames(styles.label, busy && styles.hiddenLabel)}>{children}</span>
    {busy && <Spinner className={styles.spinner} />}
  </button>
);

export const ButtonLink = ({
  look,
  small,
  wide,
  children,
  className,
  ...rest
}: Shape & LinkProps) => (
  <Link {...rest} className={classOf({ look, small, wide }, className)}>
    <span className={styles.label}>{children}</span>
  </Link>
);

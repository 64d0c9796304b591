// The submit button of a form with a captcha, which is solved while the form is filled in: a press
// before that waits for it (`sendSolved` of `useCaptcha`).
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import styles from '../../ui/layout/account.module.css';
import type { FormCaptcha } from './captcha.ts';

type Props = {
  captcha: FormCaptcha;
  loading: boolean;
  problem: string | undefined;
  /** An alternative for the person when the captcha fails, shown below the problem. */
  remedy?: ReactNode;
  label: string;
};

export const SubmitWithCaptcha = ({
  captcha: { captcha, box, reset },
  loading,
  problem,
  remedy,
  label,
}: Props) => (
  <>
    <p role="alert" className={styles.problem}>
      {problem}
    </p>
    {remedy}
    <div ref={box} className={styles.captcha} />
    {(captcha.state === 'solving' || captcha.state === 'solved') && (
      <Button type="submit" variant="main" fullWidth loading={loading}>
        {label}
      </Button>
    )}
    {captcha.state === 'solving' && loading && (
      <p role="status" className={styles.solving}>
        <Spinner />
        {m.captcha_solving()}
      </p>
    )}
    {captcha.state === 'asking' && (
      <p role="status" className={styles.solving}>
        {m.captcha_asking()}
      </p>
    )}
    {captcha.state === 'failed' && (
      <p role="alert" className={styles.solving}>
        {captcha.provider === 'turnstile' ? m.captcha_failed_turnstile() : m.captcha_failed()}
        <Button small variant="line" onClick={reset}>
          {m.try_again()}
        </Button>
      </p>
    )}
  </>
);

// The send button of a form with a captcha: it appears when the captcha is solved; until then its place says so.
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import styles from './auth.module.css';
import type { Captcha } from './captcha.ts';

type Props = { captcha: Captcha; onRetry: () => void; busy: boolean; problem: string | undefined; label: string };

export const SubmitWithCaptcha = ({ captcha, onRetry, busy, problem, label }: Props) => (
  <>
    <p role="alert" className={styles.problem}>
      {problem}
    </p>
    {captcha.state === 'solved' && (
      <Button type="submit" look="main" wide busy={busy}>
        {label}
      </Button>
    )}
    {captcha.state === 'solving' && (
      <p role="status" className={styles.solving}>
        <Spinner />
        {m.captcha_solving()}
      </p>
    )}
    {captcha.state === 'failed' && (
      <p role="alert" className={styles.solving}>
        {m.captcha_failed()}
        <Button small look="line" onClick={onRetry}>
          {m.try_again()}
        </Button>
      </p>
    )}
  </>
);

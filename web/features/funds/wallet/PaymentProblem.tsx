// Why a payment was refused, beside what can be corrected; a refusal by a spending limit leads to
// the limits, and one by a limit against fraud to the help.
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError, explainRefusal } from '../../../client/api/errors.ts';
import { closeDialog } from '../../../client/dialogs.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import styles from './WalletDialog.module.css';

const SPENDING_LIMITS: readonly string[] = ['spending.dayLimit', 'spending.monthLimit'];

/** Renders nothing for errors that the error catalogue shows (`explainRefusal`). */
export const PaymentProblem = ({ error }: { error: unknown }) => {
  const text = explainRefusal(error);
  if (text === undefined) return null;
  return (
    <NoticeBox>
      <p role="alert" className={styles.problem}>
        {text}
      </p>
      {error instanceof ApiError && SPENDING_LIMITS.includes(error.code) && (
        <Link to="/wallet#limits" onClick={closeDialog} className={styles.link}>
          {m.spend_limits_see()}
        </Link>
      )}
      {error instanceof ApiError && error.code.startsWith('fraud.') && (
        <Link to="/help" onClick={closeDialog} className={styles.link}>
          {m.menu_help()}
        </Link>
      )}
    </NoticeBox>
  );
};

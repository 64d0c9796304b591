// Why a dialog asks for an account: what the visitor wanted to do, or the page that they asked for.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { joinReason, type Reason, returnAddress } from '../../client/session/return-address.ts';
import { clearPendingAction } from '../../client/session/pending-action.ts';
import styles from '../../ui/layout/account.module.css';

const TEXTS: Record<Reason, () => string> = {
  unlock: m.join_to_unlock,
  subscribe: m.join_to_subscribe,
  tip: m.join_to_tip,
  follow: m.join_to_follow,
  like: m.join_to_like,
  save: m.join_to_save,
  comment: m.join_to_comment,
  publish: m.join_to_publish,
};

/** `otherwise` is said when the address names neither a reason nor a page. */
export const JoinReason = ({ otherwise }: { otherwise?: string }) => {
  const { search } = useLocation();
  const reason = joinReason(search);
  useEffect(() => {
    // The log-in of the header resumes nothing that was wanted before.
    if (reason === null) clearPendingAction();
  }, [reason]);
  const text = reason
    ? TEXTS[reason]()
    : returnAddress(search) === null
      ? otherwise
      : m.login_first();
  return text && <p className={styles.intro}>{text}</p>;
};

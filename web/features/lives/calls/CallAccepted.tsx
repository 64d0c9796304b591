// A producer accepted my call: a dialog to enter the show within some seconds; on the page of the
// show a toast is shown instead.
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { goTo } from '../../../client/navigation.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { livePath } from '../paths.ts';
import { useCall } from '../queries.ts';
import { type AcceptedCall, callStore, dismissAccepted } from './incoming.ts';
import styles from './calls.module.css';

/**
 * Source: specification section 9: the prompt stays 10 s, its bar runs 5 s. It ends without taking
 * the call back: every page of the caller shows one, and another page may be entering the show. The
 * server ends a call that is not entered.
 */
const PROMPT_MS = 10_000;

const isThere = (pathname: string, { domainName }: AcceptedCall): boolean =>
  pathname === `/${domainName}` || pathname === livePath(domainName);

export default function CallAccepted() {
  const accepted = useSyncExternalStore(callStore.subscribe, callStore.accepted, callStore.none);
  const { pathname } = useLocation();
  const there = accepted !== null && isThere(pathname, accepted);
  useEffect(() => {
    if (!accepted) return;
    if (there) {
      showToast(m.call_accepted_here({ name: accepted.exibitionName }), 'success');
      return dismissAccepted();
    }
    const timer = setTimeout(dismissAccepted, PROMPT_MS);
    return () => clearTimeout(timer);
  }, [accepted, there]);
  return accepted && !there ? <Prompt accepted={accepted} /> : null;
}

const Prompt = ({ accepted }: { accepted: AcceptedCall }) => {
  const { profileId: id, domainName, exibitionName, type } = accepted;
  const { mutate } = useCall({ id, domainName }, type);
  const enter = () => {
    dismissAccepted();
    goTo(livePath(domainName));
  };
  const cancel = () => {
    mutate({ action: 'cancel' });
    dismissAccepted();
  };
  return (
    <div role="alertdialog" aria-label={m.call_accepted_title()} className={styles.prompt}>
      <p>{m.call_accepted({ name: exibitionName })}</p>
      <div className={styles.answers}>
        <Button variant="line" small onClick={cancel}>
          {m.cancel()}
        </Button>
        <Button small variant="main" onClick={enter} autoFocus>
          {m.call_enter()}
        </Button>
      </div>
      <span aria-hidden className={styles.progress} />
    </div>
  );
};

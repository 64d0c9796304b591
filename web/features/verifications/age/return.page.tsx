// /account/age/return: where providers and wallets send people back to. Brings the answer to the
// server, and then opens the page that the person wanted.
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { explainRefusal } from '../../../client/api/errors.ts';
import { takeReturn } from '../../../client/session/return-address.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { LoadingOverlay } from '../../../ui/overlays/LoadingOverlay.tsx';
import styles from '../request/request.module.css';
import own from './age.module.css';
import { bringAnswer } from './queries.ts';
import { sentenceOf } from './outcome.ts';

export const meta = () => [
  { title: `${m.age_page_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

/** A provider that has not decided yet is asked again, for a minute. */
const POLL_MS = 2_000;
const ATTEMPTS_MAX = 30;

const settle = async (answer: Record<string, string>) => {
  for (let attempts = 1; ; attempts += 1) {
    const progress = await bringAnswer(answer);
    if (progress.outcome !== 'waiting' || attempts === ATTEMPTS_MAX) return progress;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

export default function AgeReturnPage() {
  const { pathname, search, hash } = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const started = useRef(false);

  useEffect(() => {
    // An answer is good once, even when React mounts the component twice.
    if (started.current) return;
    started.current = true;
    const answer = Object.fromEntries([
      ...new URLSearchParams(search),
      ...new URLSearchParams(hash.slice(1)),
    ]);
    // Keeps the answer out of the browser's history.
    window.history.replaceState(window.history.state, '', pathname);
    settle(answer).then(
      ({ outcome }) => {
        if (outcome === 'over') window.location.replace(takeReturn());
        else setProblem(sentenceOf(outcome) ?? m.age_outcome_undecided());
      },
      (error: unknown) => setProblem(explainRefusal(error) ?? m.network_failed()),
    );
  }, [pathname, search, hash]);

  if (problem === null) return <LoadingOverlay text={m.age_returning()} />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{m.age_page_title()}</h1>
      <p role="alert" className={own.outcome}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <ButtonLink variant="main" to="/account/age" reloadDocument>
          {m.age_again()}
        </ButtonLink>
      </div>
    </div>
  );
}

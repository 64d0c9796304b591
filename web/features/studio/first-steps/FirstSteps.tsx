// The first steps of a newly approved producer, until all are done or the list is put away.
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { copyText } from '../../../ui/actions/copy-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type FirstStepsState, firstStepsQuery, useDismissFirstSteps } from '../queries.ts';
import styles from './first-steps.module.css';

type Step = Exclude<keyof FirstStepsState, 'dismissed'>;

const STEPS: readonly { step: Step; text: () => string; to: string | null }[] = [
  { step: 'picture', text: () => m.first_steps_picture(), to: '/settings/edit-profile' },
  { step: 'plan', text: () => m.first_steps_plan(), to: '/options/plan' },
  { step: 'payoutAccount', text: () => m.first_steps_account(), to: '/bank' },
  { step: 'firstPost', text: () => m.first_steps_post(), to: '/posts' },
  { step: 'shared', text: () => m.first_steps_share(), to: null },
];

export default function FirstSteps() {
  const { user } = useSession();
  const { data } = useQuery(firstStepsQuery());
  const dismiss = useDismissFirstSteps();
  if (!data || !user || data.dismissed || STEPS.every(({ step }) => data[step])) return null;
  const done = STEPS.filter(({ step }) => data[step]).length;
  const copy = async () => {
    if (await copyText(`${location.origin}/${user.profile.domainName}`))
      showToast(m.first_steps_copied(), 'success');
  };
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps" className={styles.title}>
          {m.first_steps_title()}
        </h2>
        <Button variant="text" small loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {m.first_steps_dismiss()}
        </Button>
      </div>
      <ProgressBar
        label={m.first_steps_progress({ done, all: STEPS.length })}
        value={done}
        max={STEPS.length}
      />
      <ol className={styles.list}>
        {STEPS.map(({ step, text, to }) => (
          <li key={step} className={data[step] ? styles.done : styles.open}>
            {data[step] ? <Check aria-label={m.first_steps_done()} /> : <Circle aria-hidden />}
            {data[step] ? (
              <span>{text()}</span>
            ) : to ? (
              <Link to={to}>{text()}</Link>
            ) : (
              <button type="button" className={styles.copy} onClick={() => void copy()}>
                {text()}
              </button>
            )}
          </li>
        ))}
      </ol>
      <Link to={`/${user.profile.domainName}?as=visitor`} className={styles.sample}>
        {m.first_steps_sample()}
      </Link>
    </section>
  );
}

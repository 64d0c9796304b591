// What a producer is asked to do: to say who appears in older posts, and the first steps after the
// approval, until all are done or their list is put away.
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { copyText } from '../../../ui/actions/copy-text.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type FirstStepsState, firstStepsQuery, useDismissFirstSteps } from '../queries.ts';
import styles from './first-steps.module.css';

type Step = Exclude<keyof FirstStepsState, 'dismissed' | 'undeclared'>;

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
  if (!data || !user) return null;
  return (
    <>
      {data.undeclared > 0 && <UndeclaredNotice count={data.undeclared} />}
      {!data.dismissed && !STEPS.every(({ step }) => data[step]) && (
        <StepList data={data} domainName={user.profile.domainName} />
      )}
    </>
  );
}

/** It can't be put away: card schemes ask for who appears in every publication. */
const UndeclaredNotice = ({ count }: { count: number }) => (
  <section className={styles.card} aria-labelledby="undeclared-posts">
    <h2 id="undeclared-posts" className={styles.title}>
      {count === 1 ? m.undeclared_notice_one() : m.undeclared_notice({ count })}
    </h2>
    <p>{m.undeclared_notice_text()}</p>
    <ButtonLink small variant="main" to="/settings/performers">
      {m.undeclared_notice_declare()}
    </ButtonLink>
  </section>
);

const StepList = ({ data, domainName }: { data: FirstStepsState; domainName: string }) => {
  const dismiss = useDismissFirstSteps();
  const done = STEPS.filter(({ step }) => data[step]).length;
  const copy = async () => {
    if (await copyText(`${location.origin}/${domainName}`))
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
      <Link to={`/${domainName}?as=visitor`} className={styles.sample}>
        {m.first_steps_sample()}
      </Link>
    </section>
  );
};

// /performer#token: a consent request with its terms and the way to withdraw. Shows no media.
// Answering needs a click, because mail filters open links.
import { useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Handshake, Link2Off, UserRoundX } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { AccountCard } from '../../auth/index.ts';
import styles from './performers.module.css';
import {
  type ConsentAnswer,
  answerRequest,
  type PerformerRequest,
  requestQuery,
} from './queries.ts';

export const meta = () => [
  { title: `${m.performer_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const AnswerRecorded = ({ answer, name }: { answer: ConsentAnswer; name: string }) =>
  answer === 'consent' ? (
    <EmptyState icon={<Handshake aria-hidden />} title={m.performer_yes_title()}>
      {m.performer_yes_text({ name })}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<UserRoundX aria-hidden />}
      title={answer === 'refuse' ? m.performer_no_title() : m.performer_left_title()}
    >
      {answer === 'refuse' ? m.performer_no_text({ name }) : m.performer_left_text({ name })}
    </EmptyState>
  );

const subscribeToHash = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The fragment after `#` exists only in the browser. Empty without a token. */
const useToken = () =>
  useSyncExternalStore(
    subscribeToHash,
    () => window.location.hash.slice(1),
    () => undefined,
  );

export default function PerformerPage() {
  const token = useToken();
  const [done, setDone] = useState<ConsentAnswer>();
  const { data: request, isError } = useQuery({
    ...requestQuery(token ?? ''),
    enabled: Boolean(token) && done === undefined,
  });
  const badLink = isError || token === '';
  return (
    <AccountCard title={m.performer_title()}>
      {done && request && <AnswerRecorded answer={done} name={request.producer.exibitionName} />}
      {!done && request && token && (
        <ConsentRequest request={request} token={token} onDone={setDone} />
      )}
      {!request && badLink && (
        <EmptyState icon={<Link2Off aria-hidden />} title={m.performer_bad_link_title()}>
          {m.performer_bad_link_text()}
        </EmptyState>
      )}
      {!request && !badLink && <Spinner />}
    </AccountCard>
  );
}

const ConsentRequest = ({
  request: { producer, stageName, can, posts },
  token,
  onDone,
}: {
  request: PerformerRequest;
  token: string;
  onDone: (answer: ConsentAnswer) => void;
}) => {
  const name = producer.exibitionName;
  const asksForConsent = can.includes('consent');
  return (
    <>
      <p>
        {asksForConsent
          ? m.performer_asks({ stage: stageName, name, domain: producer.domainName })
          : m.performer_consented({ stage: stageName, name, domain: producer.domainName, posts })}
      </p>
      <section className={styles.part}>
        <h2>{m.performer_what_title()}</h2>
        <p>{m.performer_what({ name })}</p>
      </section>
      <section className={styles.part}>
        <h2>{m.performer_kept_title()}</h2>
        <p>{m.performer_kept({ name })}</p>
      </section>
      <section className={styles.part}>
        <h2>{m.performer_back_title()}</h2>
        <p>{m.performer_back()}</p>
      </section>
      <section className={styles.part}>
        {asksForConsent ? (
          <ConsentForm token={token} onDone={onDone} />
        ) : (
          <WithdrawForm token={token} name={name} onDone={onDone} />
        )}
      </section>
    </>
  );
};

/** Submits one answer; the form shows its error. */
const useAnswer = (token: string, onDone: (answer: ConsentAnswer) => void) => {
  const [answer, setAnswer] = useState<ConsentAnswer>('consent');
  const form = useForm({
    names: [],
    submit: async () => {
      await answerRequest(token, answer);
      onDone(answer);
    },
    explain: explainRefusal,
  });
  return { ...form, answer, setAnswer };
};

const ConsentForm = ({
  token,
  onDone,
}: {
  token: string;
  onDone: (answer: ConsentAnswer) => void;
}) => {
  const [sure, setSure] = useState(false);
  const { form, problem, submitting, answer, setAnswer } = useAnswer(token, onDone);
  return (
    <form {...form} className={styles.choices}>
      <Checkbox
        label={m.performer_sure()}
        checked={sure}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button
        type="submit"
        variant="main"
        fullWidth
        disabled={!sure}
        loading={submitting && answer === 'consent'}
        onClick={() => setAnswer('consent')}
      >
        {m.performer_consent()}
      </Button>
      <Button
        type="submit"
        variant="line"
        fullWidth
        loading={submitting && answer === 'refuse'}
        onClick={() => setAnswer('refuse')}
      >
        {m.performer_refuse()}
      </Button>
    </form>
  );
};

const WithdrawForm = ({
  token,
  name,
  onDone,
}: {
  token: string;
  name: string;
  onDone: (answer: ConsentAnswer) => void;
}) => {
  const { form, problem, submitting, setAnswer } = useAnswer(token, onDone);
  return (
    <form {...form} className={styles.choices}>
      <p>{m.performer_withdraw_text({ name })}</p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button
        type="submit"
        variant="line"
        fullWidth
        loading={submitting}
        onClick={() => setAnswer('withdraw')}
      >
        {m.performer_withdraw()}
      </Button>
    </form>
  );
};

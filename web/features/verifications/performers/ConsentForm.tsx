// The answer to a consent request: to what, or no.
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import styles from './performers.module.css';
import { answerRequest, type ConsentAnswer, type ConsentScope } from './queries.ts';
import { scopeName, SCOPES } from './scopes.ts';

/** Submits one answer; the form shows its error. */
const useAnswer = (
  token: string,
  scopes: ConsentScope[],
  onDone: (answer: ConsentAnswer) => void,
) => {
  const [answer, setAnswer] = useState<ConsentAnswer>('consent');
  const form = useForm({
    names: [],
    submit: async () => {
      await answerRequest({ token, answer, scopes: answer === 'consent' ? scopes : [] });
      onDone(answer);
    },
    explain: explainRefusal,
  });
  return { ...form, answer, setAnswer };
};

export const ConsentForm = ({
  token,
  onDone,
}: {
  token: string;
  onDone: (answer: ConsentAnswer) => void;
}) => {
  const [sure, setSure] = useState(false);
  // Nothing is ticked beforehand: each is a decision of the person.
  const [scopes, setScopes] = useState<ConsentScope[]>([]);
  const { form, problem, submitting, answer, setAnswer } = useAnswer(token, scopes, onDone);
  return (
    <form {...form} className={styles.choices}>
      <fieldset className={styles.choices}>
        <legend>{m.consent_scopes_title()}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeName(scope)}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
        ))}
        <p className={styles.soft}>{m.consent_scopes_hint()}</p>
      </fieldset>
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
        disabled={!sure || scopes.length === 0}
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

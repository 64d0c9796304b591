// Posts of a producer that say nothing about who appears in them, declared together.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { PerformerPicker } from './PerformerPicker.tsx';
import styles from './performers.module.css';
import { undeclaredQuery, useDeclareTogether } from './queries.ts';

export const Undeclared = () => {
  const { data: posts = [] } = useQuery(undeclaredQuery());
  const [chosen, setChosen] = useState<string[]>([]);
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const declare = useDeclareTogether();
  const { form, problem, submitting } = useForm({
    names: [],
    submit: async () => {
      await declare.mutateAsync({ postIds: chosen, performerIds: [...(performers ?? [])] });
      setChosen([]);
      showToast(m.undeclared_done(), 'success');
    },
    explain: explainRefusal,
  });
  if (posts.length === 0) return null;
  const all = posts.map(({ id }) => id);
  return (
    <form {...form} className={styles.form}>
      <h2 className={styles.formTitle}>{m.undeclared_title({ count: posts.length })}</h2>
      <p className={styles.soft}>{m.undeclared_text()}</p>
      <Checkbox
        label={m.undeclared_all()}
        checked={chosen.length === all.length}
        onChange={({ currentTarget: { checked } }) => setChosen(checked ? all : [])}
      />
      <ul className={styles.entries}>
        {posts.map(({ id, text, medias, createdAt }) => (
          <li key={id}>
            <Checkbox
              label={m.undeclared_post({ day: formatDay(createdAt), medias, text })}
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          </li>
        ))}
      </ul>
      <PerformerPicker
        chosen={performers}
        onChange={setPerformers}
        aloneHint={m.undeclared_alone_hint()}
      />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button
        type="submit"
        variant="main"
        disabled={chosen.length === 0 || performers?.length === 0}
        loading={submitting}
      >
        {chosen.length === 0
          ? m.undeclared_declare_none()
          : m.undeclared_declare({ count: chosen.length })}
      </Button>
    </form>
  );
};

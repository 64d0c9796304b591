// Performers of a post or of media in a message: the author alone by self-declaration, or people of
// their list. Used by the composers, the edit dialog and deliveries of orders.
import { POST_PERFORMERS_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import styles from './performers.module.css';
import { performersQuery } from './queries.ts';

type Props = {
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
  error?: string | undefined;
  /** What choosing oneself alone declares. */
  aloneHint?: string | undefined;
};

/** `chosen` null: the author alone. */
export const PerformerPicker = ({
  chosen,
  onChange,
  error,
  aloneHint = m.appears_alone_hint(),
}: Props) => {
  const { data: performers } = useQuery(performersQuery());
  const ready =
    performers?.filter(({ id, mayBeTagged }) => mayBeTagged || chosen?.includes(id)) ?? [];
  const toggle = (id: string) =>
    onChange(chosen?.includes(id) ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id]);
  return (
    <div className={styles.choices}>
      <Select
        label={m.appears_title()}
        hint={chosen === null ? aloneHint : undefined}
        error={error}
        value={chosen === null ? 'alone' : 'others'}
        onChange={({ currentTarget: { value } }) => onChange(value === 'others' ? [] : null)}
        options={[
          { value: 'alone', text: m.appears_alone() },
          { value: 'others', text: m.appears_others() },
        ]}
      />
      {chosen !== null && (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{m.appears_others()}</legend>
          {ready.map(({ id, stageName }) => (
            <Checkbox
              key={id}
              label={stageName}
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= POST_PERFORMERS_MAX}
              onChange={() => toggle(id)}
            />
          ))}
          <p className={styles.soft}>
            {performers && ready.length === 0 ? m.appears_unregistered() : m.appears_private()}{' '}
            <Link to="/settings/performers" className={styles.link}>
              {m.appears_list()}
            </Link>
          </p>
        </fieldset>
      )}
    </div>
  );
};

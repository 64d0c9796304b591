// The countries in which alone a producer's profile is seen: none chosen is everywhere.
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { countriesQuery } from '../../publics/index.ts';
import account from '../../../ui/layout/account.module.css';
import { useCountryName } from './place-name.ts';
import { shownOnlyInQuery, useShowOnlyIn } from './queries.ts';
import styles from './blocks.module.css';

export const ShownOnlyIn = () => {
  const title = useId();
  const [chosen, setChosen] = useState('BR');
  const { data: countries } = useQuery(countriesQuery());
  const { data: shown = [] } = useQuery(shownOnlyInQuery());
  const nameOf = useCountryName();
  const save = useShowOnlyIn();
  const change = async (next: readonly string[], message: string) => {
    await save.mutateAsync([...next]);
    showToast(message, 'success');
  };
  return (
    <section className={account.part} aria-labelledby={title}>
      <h2 id={title}>{m.geo_only_title()}</h2>
      <p className={account.intro}>{m.geo_only_intro()}</p>
      <div className={styles.only}>
        <Select
          label={m.geo_country()}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          options={countries?.map(({ code, name }) => ({ value: code, text: name })) ?? []}
        />
        <Button
          variant="line"
          loading={save.isPending}
          disabled={shown.includes(chosen)}
          onClick={() =>
            void change([...shown, chosen], m.geo_only_added({ name: nameOf(chosen) }))
          }
        >
          {m.geo_only_add()}
        </Button>
      </div>
      <p className={account.intro} role="status">
        {shown.length === 0
          ? m.geo_only_none()
          : m.geo_only_state({ names: shown.map(nameOf).join(', ') })}
      </p>
      <ul className={account.rows}>
        {shown.map((code) => (
          <li key={code} className={account.row}>
            <MapPin aria-hidden />
            <div className={account.rowText}>
              <b>{nameOf(code)}</b>
            </div>
            <Button
              small
              variant="line"
              loading={save.isPending}
              aria-label={m.geo_only_remove_label({ name: nameOf(code) })}
              onClick={() =>
                void change(
                  shown.filter((other) => other !== code),
                  m.geo_only_removed({ name: nameOf(code) }),
                )
              }
            >
              {m.geo_only_remove()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

// The form that blocks a country, a state of Brazil or one of its cities.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { citiesQuery, countriesQuery, statesQuery } from '../../publics/index.ts';
import account from '../../../ui/layout/account.module.css';
import { usePlaceName } from './place-name.ts';
import { useBlockPlace } from './queries.ts';

/** The choice of all states. An empty choice would hide the profile from a country by a slip. */
const WHOLE = 'whole';

export const PlaceForm = ({ onAdded }: { onAdded: () => void }) => {
  const [country, setCountry] = useState('BR');
  const [state, setState] = useState('');
  const inBrazil = country === 'BR';
  const stateCode = state === WHOLE ? '' : state;
  const { data: countries } = useQuery(countriesQuery());
  const { data: states } = useQuery(statesQuery());
  const { data: cities, isFetching } = useQuery(citiesQuery(stateCode));
  const nameOf = usePlaceName();
  const block = useBlockPlace();
  const { form, errors, problem, submitting } = useForm({
    names: ['country', 'state', 'city'] as const,
    check: (values) => (inBrazil && values.state === '' ? { state: m.geo_choose_state() } : {}),
    submit: async (values) => {
      const placed = await block.mutateAsync({
        country,
        state: inBrazil && values.state !== WHOLE ? values.state : null,
        city: inBrazil ? values.city || null : null,
      });
      const name = nameOf(placed);
      showToast(
        placed.absorbed > 0
          ? m.geo_absorbed({ name, count: placed.absorbed })
          : m.geo_added({ name }),
        'success',
      );
      onAdded();
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} className={account.form}>
      <Select
        name="country"
        label={m.geo_country()}
        value={country}
        onChange={({ currentTarget }) => setCountry(currentTarget.value)}
        options={countries?.map(({ code, name }) => ({ value: code, text: name })) ?? []}
        error={errors.country}
      />
      {inBrazil && (
        <>
          <Select
            name="state"
            label={m.geo_state()}
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value)}
            options={[
              { value: '', text: m.geo_choose_state() },
              { value: WHOLE, text: m.geo_all_states() },
              ...(states ?? []).map(({ code, name }) => ({ value: code, text: name })),
            ]}
            error={errors.state}
          />
          <Select
            key={stateCode}
            name="city"
            label={m.geo_city()}
            hint={m.geo_city_hint()}
            disabled={stateCode === '' || isFetching}
            defaultValue=""
            options={[
              { value: '', text: m.geo_all_cities() },
              ...(cities ?? []).map((city) => ({ value: city, text: city })),
            ]}
            error={errors.city}
          />
        </>
      )}
      <p role="alert" className={account.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.geo_add()}
      </Button>
    </form>
  );
};

// /settings/geoblocking: states and cities from which a producer's profile is hidden.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MapPinOff } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { citiesQuery, statesQuery } from '../../publics/index.ts';
import account from '../../../ui/layout/account.module.css';
import styles from './blocks.module.css';
import { type GeoBlock, geoBlocksQuery, useBlockPlace, useUnblockPlace } from './queries.ts';

const load = () => loadPage({ optional: [geoBlocksQuery(), statesQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_geoblocking()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const nameOf = ({ city, state, stateCode }: GeoBlock): string =>
  city === null ? m.geo_whole_state({ state }) : `${city} (${stateCode})`;

export default function GeoblockingPage() {
  const { user } = useSession();
  const {
    data: blocks,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...geoBlocksQuery(), enabled: user?.profile.producer === true });
  const [added, setAdded] = useState(0);
  if (!user?.profile.producer) return <p className={account.settings}>{m.geo_producers_only()}</p>;
  return (
    <section className={account.settings}>
      <h1 className={account.cardTitle}>{m.menu_geoblocking()}</h1>
      <p className={account.intro}>{m.geo_intro()}</p>
      <AddPlace key={added} onAdded={() => setAdded(added + 1)} />
      <h2 className={styles.state}>{m.geo_list_title()}</h2>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={account.rows} aria-busy={isFetching}>
        {blocks?.map((block) => (
          <Row key={block.id} block={block} />
        ))}
      </ul>
      {blocks?.length === 0 && (
        <EmptyState icon={<MapPinOff aria-hidden />} title={m.geo_empty_title()}>
          {m.geo_empty_text()}
        </EmptyState>
      )}
    </section>
  );
}

const AddPlace = ({ onAdded }: { onAdded: () => void }) => {
  const [stateCode, setStateCode] = useState('');
  const { data: states } = useQuery(statesQuery());
  const { data: cities, isFetching } = useQuery({
    ...citiesQuery(stateCode),
    enabled: stateCode !== '',
  });
  const block = useBlockPlace();
  const { form, errors, problem, submitting } = useForm({
    names: ['state', 'city'] as const,
    check: ({ state }) => (state === '' ? { state: m.geo_choose_state() } : {}),
    submit: async ({ state, city }) => {
      const placed = await block.mutateAsync({ state, city: city || null });
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
        name="state"
        label={m.geo_state()}
        value={stateCode}
        onChange={({ currentTarget }) => setStateCode(currentTarget.value)}
        options={[
          { value: '', text: m.geo_choose_state() },
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
      <p role="alert" className={account.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.geo_add()}
      </Button>
    </form>
  );
};

const Row = ({ block }: { block: GeoBlock }) => {
  const unblock = useUnblockPlace();
  const name = nameOf(block);
  const take = async () => {
    await unblock.mutateAsync(block.id);
    showToast(m.geo_removed({ name }), 'success');
  };
  return (
    <li className={account.row}>
      <MapPinOff aria-hidden />
      <div className={account.rowText}>
        <b>{name}</b>
      </div>
      <Button
        small
        variant="line"
        loading={unblock.isPending}
        aria-label={m.geo_remove_label({ name })}
        onClick={() => void take()}
      >
        {m.geo_remove()}
      </Button>
    </li>
  );
};

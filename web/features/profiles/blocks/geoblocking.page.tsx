// /settings/geoblocking: countries, states and cities from which a producer's profile is hidden.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MapPinOff } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { countriesQuery, statesQuery } from '../../publics/index.ts';
import account from '../../../ui/layout/account.module.css';
import styles from './blocks.module.css';
import { usePlaceName } from './place-name.ts';
import { PlaceForm } from './PlaceForm.tsx';
import { type GeoBlock, geoBlocksQuery, shownOnlyInQuery, useUnblockPlace } from './queries.ts';
import { ShownOnlyIn } from './ShownOnlyIn.tsx';

const load = () =>
  loadPage({ optional: [geoBlocksQuery(), shownOnlyInQuery(), statesQuery(), countriesQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_geoblocking()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

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
      <PlaceForm key={added} onAdded={() => setAdded(added + 1)} />
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
      <ShownOnlyIn />
    </section>
  );
}

const Row = ({ block }: { block: GeoBlock }) => {
  const unblock = useUnblockPlace();
  const name = usePlaceName()(block);
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

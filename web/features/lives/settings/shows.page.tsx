// /options/shows: a producer's prices and rules for shows, tip menu, programs that send to them or
// hear of their events, moderators, recordings, past shows.
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { Overlays } from '../../overlays/index.ts';
import { CameraSettings } from './CameraSettings.tsx';
import { IngestKeys } from './IngestKeys.tsx';
import { OwnMenu } from './OwnMenu.tsx';
import { Moderation } from './Moderation.tsx';
import { PastShows } from './PastShows.tsx';
import { cameraSettingsQuery } from './queries.ts';
import { Recordings } from './Recordings.tsx';
import styles from './settings.module.css';

const TABS = [
  'prices',
  'menu',
  'programs',
  'overlays',
  'moderation',
  'recordings',
  'past',
] as const;
type Tab = (typeof TABS)[number];
const TITLES: Record<Tab, () => string> = {
  prices: m.settings_tab_prices,
  menu: m.live_menu,
  programs: m.settings_tab_programs,
  overlays: m.overlays_title,
  moderation: m.moderation_title,
  recordings: m.recordings_title,
  past: m.past_title,
};
const tabOf = (name: string | null): Tab => TABS.find((tab) => tab === name) ?? 'prices';

const load = () => loadPage({ optional: [cameraSettingsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.settings_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ShowsPage() {
  const [search] = useSearchParams();
  const current = tabOf(search.get('tab'));
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.settings_title()}</h1>
      <Tabs
        label={m.settings_title()}
        current={current}
        tabs={TABS.map((key) => ({
          key,
          to: key === 'prices' ? '/options/shows' : `/options/shows?tab=${key}`,
          text: TITLES[key](),
        }))}
      />
      {current === 'prices' && <CameraSettings />}
      {current === 'menu' && <OwnMenu />}
      {current === 'programs' && <IngestKeys />}
      {current === 'overlays' && <Overlays />}
      {current === 'moderation' && <Moderation />}
      {current === 'recordings' && <Recordings />}
      {current === 'past' && <PastShows />}
    </section>
  );
}

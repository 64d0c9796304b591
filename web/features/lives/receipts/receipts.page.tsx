// /live/receipts: what paid shows cost the person here, and what theirs brought in; `as=producer`
// and `show=` choose.
import { RECEIPT_SIDES, type ReceiptSide } from '@camarim/contract/features/lives/charges';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { RECEIPTS_PATH } from '../paths.ts';
import styles from '../settings/settings.module.css';
import { receiptsPagesQuery } from './queries.ts';
import { Receipts } from './Receipts.tsx';

const TITLES: Record<ReceiptSide, () => string> = {
  watcher: m.receipts_watched,
  producer: m.receipts_given,
};

const choiceOf = (search: URLSearchParams) => ({
  as: RECEIPT_SIDES.find((side) => side === search.get('as')) ?? 'watcher',
  liveId: search.get('show') ?? undefined,
});

const load = (request: Request) =>
  loadPage({ optional: [receiptsPagesQuery(choiceOf(new URL(request.url).searchParams))] });

export const loader = async ({ request }: { request: Request }) => ({
  queries: (await load(request)).queries,
});
export const clientLoader = async ({ request }: { request: Request }) => {
  await load(request);
  return null;
};

export const meta = () => [
  { title: `${m.receipts_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ReceiptsPage() {
  const [search] = useSearchParams();
  const { user } = useSession();
  const choice = choiceOf(search);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.receipts_title()}</h1>
      {user?.profile.producer && (
        <Tabs
          label={m.receipts_title()}
          current={choice.as}
          tabs={RECEIPT_SIDES.map((key) => ({
            key,
            to: key === 'watcher' ? RECEIPTS_PATH : `${RECEIPTS_PATH}?as=${key}`,
            text: TITLES[key](),
          }))}
        />
      )}
      <Receipts choice={choice} />
    </section>
  );
}

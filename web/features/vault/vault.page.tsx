// /posts/vault: the library of a producer's media, with folders and filters.
import { POST_MEDIAS_MAX } from '@camarim/contract/limits';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Archive, FolderInput, Send, Trash2, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../client/page-data.ts';
import { useTimeZone } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { kindOf } from '../media/index.ts';
import { AddDialog } from './AddDialog.tsx';
import { DeleteMediaDialog } from './DeleteMediaDialog.tsx';
import { addressOf, filterOf, searchOf } from './address.ts';
import { Filters } from './Filters.tsx';
import { FolderMenu } from './FolderMenu.tsx';
import { Folders } from './Folders.tsx';
import { MediaDialog } from './MediaDialog.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { foldersQuery, mediasQuery, type VaultItem, type VaultItemPage } from './queries.ts';
import { TitleDialog } from './TitleDialog.tsx';
import { type Selection, useSelection } from './use-selection.ts';
import styles from './vault.module.css';

const load = ({ request }: { request: Request }) => {
  const params = new URL(request.url).searchParams;
  // The day filters need the producer's time zone, which is known to the component only.
  const dated = params.has('from') || params.has('until');
  return loadPage({
    optional: [foldersQuery(), ...(dated ? [] : [mediasQuery(filterOf(params, ''))])],
  });
};

export const loader = async (args: LoaderFunctionArgs) => ({ queries: (await load(args)).queries });
export const clientLoader = async (args: { request: Request }) => {
  await load(args);
  return null;
};

export const meta = () => [
  { title: `${m.vault_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

type OpenDialog =
  | { dialog: 'add' }
  | { dialog: 'title'; item: VaultItem }
  | { dialog: 'move' | 'discard'; items: readonly VaultItem[] };

export default function VaultPage() {
  const [params, setParams] = useSearchParams();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const client = useQueryClient();
  const folders = useQuery(foldersQuery());
  const list = useInfiniteQuery(mediasQuery(filterOf(params, timeZone)));
  const items = list.data?.pages.flatMap((page) => page.data) ?? [];
  const selection = useSelection(items);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);

  const current = params.get('folder') ?? undefined;
  const folder = folders.data?.folders.find(({ id }) => id === current);
  const open = items.find(({ id }) => id === openId);
  const use = (medias: readonly VaultItem[]) =>
    void navigate('/posts', { state: { vault: medias }, viewTransition: true });
  const change = (part: Parameters<typeof addressOf>[1]) =>
    setParams((now) => addressOf(now, part), { replace: true, preventScrollReset: true });

  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{m.vault_title()}</h1>
        <Button variant="main" onClick={() => setDialog({ dialog: 'add' })}>
          <Upload aria-hidden />
          {m.vault_add()}
        </Button>
        <p className={styles.lead}>{m.vault_lead()}</p>
      </header>
      <div className={styles.columns}>
        {folders.data ? (
          <Folders
            folders={folders.data}
            current={current}
            addressOf={(id) => `?${addressOf(params, { folder: id })}`}
          />
        ) : (
          <Skeleton />
        )}
        <div className={styles.main}>
          <Filters filters={searchOf(params)} onChange={change} />
          <div className={styles.between}>
            <p className={styles.count} role="status">
              {list.data && m.vault_count({ count: list.data.pages[0]?.total ?? items.length })}
            </p>
            {folder && <FolderMenu folder={folder} onGone={() => change({ folder: undefined })} />}
            {items.length > 0 && (
              <Button variant="text" small onClick={() => selection.set(items)}>
                {m.vault_select_all()}
              </Button>
            )}
          </div>
          <MediaList
            list={list}
            filtered={params.size > 0}
            selection={selection}
            onOpen={({ id }) => setOpenId(id)}
          />
        </div>
      </div>
      {selection.chosen.length > 0 && (
        <SelectionBar
          selection={selection}
          onUse={() => use(selection.chosen)}
          onAct={(act) => setDialog({ dialog: act, items: selection.chosen })}
        />
      )}
      {open && (
        <MediaDialog
          item={open}
          folderName={folders.data?.folders.find(({ id }) => id === open.folderId)?.name ?? null}
          onStale={() => void client.invalidateQueries({ queryKey: ['vault', 'medias'] })}
          onTitle={() => setDialog({ dialog: 'title', item: open })}
          onUse={() => use([open])}
          onMove={() => setDialog({ dialog: 'move', items: [open] })}
          onDiscard={() => setDialog({ dialog: 'discard', items: [open] })}
          onClose={() => setOpenId(null)}
        />
      )}
      {dialog && (
        <VaultDialog
          open={dialog}
          folderId={folder?.id ?? null}
          onMoved={selection.clear}
          onDiscarded={() => {
            selection.clear();
            setOpenId(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

type MediaListProps = {
  list: UseInfiniteQueryResult<InfiniteData<VaultItemPage>>;
  /** Whether a folder or filter narrows the list. */
  filtered: boolean;
  selection: Selection;
  onOpen: (item: VaultItem) => void;
};

const MediaList = ({ list, filtered, selection, onOpen }: MediaListProps) => {
  const items = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {list.isError && items.length === 0 && (
        <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<Archive aria-hidden />}
          title={filtered ? m.vault_nothing_found() : m.vault_empty()}
        >
          {filtered ? m.vault_nothing_found_text() : m.vault_empty_text()}
        </EmptyState>
      )}
      <MediaGrid label={m.vault_medias()} items={items} selection={selection} onOpen={onOpen} />
      <LoadMore query={list} text={m.vault_more()} className={styles.more} />
    </>
  );
};

type VaultDialogProps = {
  open: OpenDialog;
  folderId: string | null;
  onMoved: () => void;
  onDiscarded: () => void;
  onClose: () => void;
};

const VaultDialog = ({ open, folderId, onMoved, onDiscarded, onClose }: VaultDialogProps) => {
  if (open.dialog === 'add') return <AddDialog folderId={folderId} onClose={onClose} />;
  if (open.dialog === 'title') return <TitleDialog item={open.item} onClose={onClose} />;
  if (open.dialog === 'discard')
    return <DeleteMediaDialog items={open.items} onGone={onDiscarded} onClose={onClose} />;
  return <MoveDialog ids={open.items.map(({ id }) => id)} onMoved={onMoved} onClose={onClose} />;
};

const SelectionBar = ({
  selection: { chosen, clear },
  onUse,
  onAct,
}: {
  selection: Selection;
  onUse: () => void;
  onAct: (act: 'move' | 'discard') => void;
}) => {
  // The limit of media in one post.
  const usable =
    chosen.length <= POST_MEDIAS_MAX &&
    chosen.filter((item) => kindOf(item) === 'audio').length <= 1 &&
    chosen.every(({ status }) => status !== 'error');
  return (
    <div className={styles.bar} role="region" aria-label={m.vault_selection()}>
      <p className={styles.chosen} aria-live="polite">
        {chosen.length === 1 ? m.vault_chosen_one() : m.vault_chosen({ count: chosen.length })}
      </p>
      <Button
        small
        variant="main"
        disabled={!usable}
        title={usable ? undefined : m.vault_use_limits({ max: POST_MEDIAS_MAX })}
        onClick={onUse}
      >
        <Send aria-hidden />
        {m.vault_use()}
      </Button>
      <Button small onClick={() => onAct('move')}>
        <FolderInput aria-hidden />
        {m.vault_move()}
      </Button>
      <Button small onClick={() => onAct('discard')}>
        <Trash2 aria-hidden />
        {m.vault_delete_short()}
      </Button>
      <IconButton label={m.vault_choose_none()} icon={<X />} onClick={clear} />
    </div>
  );
};

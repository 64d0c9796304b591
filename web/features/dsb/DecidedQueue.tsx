// The page of a queue with two lists: what waits for a decision, and what was decided. The address
// keeps which of them is shown.
import type { ComponentProps, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { AdminPage } from './AdminPage.tsx';
import { AdminQueue } from './AdminQueue.tsx';

/** Whether the list of what was decided is shown: `?decided`. */
export const useDecided = (): boolean => useSearchParams()[0].has('decided');

/** `children` renders one entry, with its key. */
export const DecidedQueue = <Item,>({
  path,
  title,
  note = m.dsb_recorded(),
  decidedText = m.dsb_reports_decided(),
  head,
  ...queue
}: ComponentProps<typeof AdminQueue<Item>> & {
  /** The path of the page. */
  path: string;
  title: string;
  note?: string;
  decidedText?: string;
  /** Between the title and the tabs. */
  head?: ReactNode;
}) => (
  <AdminPage title={title} note={note}>
    {head}
    <Tabs
      label={title}
      current={useDecided() ? 'decided' : 'waiting'}
      tabs={[
        { key: 'waiting', to: path, text: m.dsb_tab_requested() },
        { key: 'decided', to: `${path}?decided`, text: decidedText },
      ]}
    />
    <AdminQueue {...queue} />
  </AdminPage>
);

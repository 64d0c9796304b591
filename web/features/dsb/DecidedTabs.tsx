// The two lists of a queue: what waits for a decision, and what was decided. The address keeps which
// of them is shown.
import { useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Tabs } from '../../ui/display/Tabs.tsx';

/** Whether the list of what was decided is shown: `?decided`. */
export const useDecided = (): boolean => useSearchParams()[0].has('decided');

export const DecidedTabs = ({
  path,
  label,
  decidedText = m.dsb_reports_decided(),
}: {
  /** Of the page. */
  path: string;
  label: string;
  decidedText?: string;
}) => (
  <Tabs
    label={label}
    current={useDecided() ? 'decided' : 'waiting'}
    tabs={[
      { key: 'waiting', to: path, text: m.dsb_tab_requested() },
      { key: 'decided', to: `${path}?decided`, text: decidedText },
    ]}
  />
);

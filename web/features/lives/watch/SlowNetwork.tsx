// Why the picture stands still: the watcher's own network is too slow for it.
import { SignalLow } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';

export const SlowNetwork = () => (
  <Badge>
    <SignalLow aria-hidden size={14} />
    <span role="status">{m.live_network_slow()}</span>
  </Badge>
);

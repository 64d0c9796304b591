// What a show's state is, its watchers and its price, over the picture.
import { Circle, Eye, Users } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import type { Live } from '../queries.ts';

const STATES: Record<Live['state'], () => string> = {
  starting: m.live_state_starting,
  onAir: m.live_now,
  away: m.live_state_away,
  paused: m.live_state_paused,
  ended: m.live_state_ended,
};

export const stateText = (state: Live['state']): string => STATES[state]();

export const ShowState = ({ live }: { live: Live }) => (
  <>
    <Badge variant={live.state === 'onAir' ? 'air' : 'glass'}>
      {live.type === '3' ? (
        <Users aria-hidden size={14} />
      ) : (
        <Circle aria-hidden size={8} fill="currentColor" />
      )}
      <span role="status">{stateText(live.state)}</span>
    </Badge>
    {/* Of a private show it says nothing. */}
    {live.type === '2' && (
      <Badge>
        <Eye aria-hidden size={14} />
        <span aria-hidden>{formatCount(live.watchers)}</span>
        <span className="visually-hidden">
          {m.live_watchers({ count: live.watchers, text: formatCount(live.watchers) })}
        </span>
      </Badge>
    )}
  </>
);

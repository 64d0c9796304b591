// How the producer's own network is, and what is done about it.
import { Signal, SignalHigh, SignalLow, SignalZero } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import type { Quality } from '../media/adapt-bitrate.ts';
import type { Link } from '../media/keep-connected.ts';
import type { PublishingState } from './use-publishing.ts';

const QUALITIES: Record<Quality, { text: () => string; icon: ReactNode }> = {
  good: { text: m.live_quality_good, icon: <Signal aria-hidden size={14} /> },
  fair: { text: m.live_quality_fair, icon: <SignalHigh aria-hidden size={14} /> },
  poor: { text: m.live_quality_poor, icon: <SignalLow aria-hidden size={14} /> },
};

const LINKS: Record<Exclude<Link, 'connected'>, () => string> = {
  connecting: m.live_link_connecting,
  lost: m.live_link_lost,
  unreachable: m.live_link_unreachable,
  refused: m.live_link_refused,
  ended: m.live_state_ended,
};

export const Connection = ({ state: { link, quality } }: { state: PublishingState }) => {
  const shown =
    link === 'connected'
      ? QUALITIES[quality ?? 'good']
      : { text: LINKS[link], icon: <SignalZero aria-hidden size={14} /> };
  return (
    <Badge>
      {shown.icon}
      <span role="status">{shown.text()}</span>
    </Badge>
  );
};

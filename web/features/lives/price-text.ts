// What watching a show costs, in words.
import { m } from '../../paraglide/messages.js';
import { formatMoney } from '../../ui/display/formats.ts';
import type { Live } from './queries.ts';

export const priceText = ({
  charge,
  pricePerMinute,
  ticketPrice,
}: Pick<Live, 'charge' | 'pricePerMinute' | 'ticketPrice'>): string => {
  if (charge === 'minute') return m.live_per_minute({ price: formatMoney(pricePerMinute ?? 0) });
  if (charge === 'ticket') return m.live_ticket({ price: formatMoney(ticketPrice ?? 0) });
  if (charge === 'group') return m.live_group({ price: formatMoney(ticketPrice ?? 0) });
  return m.live_free();
};

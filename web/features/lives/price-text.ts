// What watching a show costs, in words.
import { m } from '../../paraglide/messages.js';
import { formatMoney } from '../../ui/display/formats.ts';
import type { Live } from './queries.ts';

export const priceText = ({ pricePerMinute }: Pick<Live, 'pricePerMinute'>): string =>
  pricePerMinute === null
    ? m.live_free()
    : m.live_per_minute({ price: formatMoney(pricePerMinute) });

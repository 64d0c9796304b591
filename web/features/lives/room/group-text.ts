// How many tickets a group show has, until it has enough to start; null of every other show.
import { m } from '../../../paraglide/messages.js';
import type { Live } from '../queries.ts';

export const groupText = ({ group }: Pick<Live, 'group'>): string | null =>
  group && !group.ready ? m.live_group_waiting({ size: group.size, tickets: group.tickets }) : null;

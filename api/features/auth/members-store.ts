// How many accounts were opened, also those that were removed since.
import { sql } from 'kysely';
import { counted, type DayCountSource } from '../../platform/days/day-counts.ts';

export const newMembers: DayCountSource = ({ from, to }) =>
  counted(
    'newMembers',
    sql`SELECT count(*) FROM users WHERE created_at >= ${from} AND created_at < ${to}`,
  );

// Ids of rows.
import { v7 } from 'uuid';

/**
 * A UUID of version 7 that is greater than each one before it in this process: rows that one
 * process wrote are in the order of their ids. Ids of two processes are in the order of their
 * milliseconds. `randomUUIDv7` of node:crypto leaves the order within a millisecond to chance.
 */
export const newId = (): string => v7();

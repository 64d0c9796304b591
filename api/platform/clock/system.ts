// The clock of the machine.
import type { Clock } from './port.ts';

export const systemClock: Clock = { now: () => new Date() };
